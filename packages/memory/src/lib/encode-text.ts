import { bytesPerMb, limitsConfig, type ReadConfig, ToolError } from '@std-tools/core';

/** The bytes of a file; more than the reading tools would open again are a `ToolError`. */
export function encodeText(text: string, what: string, config: ReadConfig): Buffer {
  const bytes = Buffer.from(text);
  const { maxFileSizeMb } = config(limitsConfig);
  if (bytes.length > maxFileSizeMb * bytesPerMb)
    throw new ToolError(
      `${what} would have ${(bytes.length / bytesPerMb).toFixed(1)} MB, over the limit of ` +
        `${maxFileSizeMb} MB (DPTTOOLS_MAX_FILE_SIZE_MB): store less`,
    );
  return bytes;
}
