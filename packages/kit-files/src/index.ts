export { type CutText, cutText } from './cut-text.ts';
export { defineFileChange, defineFileTool } from './define-file-tool.ts';
export { errorCode } from './error-code.ts';
export { fileError } from './file-error.ts';
export { readRegularFile, type ReadOptions } from './read-regular-file.ts';
export { replaceFile, type ReplaceOptions, syncFolder } from './replacement.ts';
export { allowedFolders, isAllowed, resolvePath, type ResolveOptions } from './resolve-path.ts';
export { rootsConfig } from './roots-config.ts';
export { createExclusive, writeAtomic } from './write-atomic.ts';
