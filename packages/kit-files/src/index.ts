export { type CutText, cutText } from './cut-text.ts';
export { defineFileChange, defineFileTool } from './define-file-tool.ts';
export { errorCode } from './error-code.ts';
export { fileError } from './file-error.ts';
export { countNewlines, lastLines, type LineRange, lineRange } from './line-range.ts';
export { makeFolders, removeFolders } from './make-folders.ts';
export { overSizeLimit, readRegularFile, type ReadOptions } from './read-regular-file.ts';
export {
  isTemporaryName,
  replaceFile,
  type ReplaceOptions,
  syncFolder,
  temporaryName,
} from './replacement.ts';
export {
  allowedFolders,
  isAllowed,
  isInside,
  resolvePath,
  type ResolveOptions,
} from './resolve-path.ts';
export { rootsConfig } from './roots-config.ts';
export { sizeText } from './size-text.ts';
export { createExclusive, type CreateOptions, writeAtomic } from './write-atomic.ts';
