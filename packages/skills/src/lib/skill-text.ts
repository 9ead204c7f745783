/** Bytes looked at for NULs, which no text has. */
const probeBytes = 8192;

/** True when the bytes are no text: a NUL stands among the first 8,192. */
export const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, probeBytes).includes(0);

/** The UTF-8 text of the bytes without a byte-order mark; undecodable bytes become U+FFFD. */
export const decodeText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
