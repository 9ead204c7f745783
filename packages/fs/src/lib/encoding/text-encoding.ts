/**
 * Translates between bytes and text. `decode` never fails: bytes without a meaning become U+FFFD.
 * `encode` throws a ToolError for a character that the encoding lacks and for a lone surrogate.
 */
export interface TextEncoding {
  /** The usual name, such as `utf-8` or `cp1252`. */
  readonly name: string;
  decode(bytes: Buffer): string;
  /** `textName` stands for the text in an error: the name of a parameter, for instance. */
  encode(text: string, textName?: string): Buffer;
}
