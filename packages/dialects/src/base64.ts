const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUE = new Uint8Array(128);
for (const [value, letter] of [...ALPHABET].entries()) VALUE[letter.charCodeAt(0)] = value;

/** The bytes of base64 text, the first so many of them; letters it does not know count as nothing. */
export function decodeBase64(base64: string, most = Number.POSITIVE_INFINITY): Uint8Array {
  const length = Math.min(base64.length - (base64.length % 4), Math.ceil(most / 3) * 4);
  const padding = length < base64.length || base64[length - 1] !== '=' ? 0 : base64[length - 2] === '=' ? 2 : 1;
  const bytes = new Uint8Array(Math.floor((length * 3) / 4) - padding);
  for (let read = 0, write = 0; read < length; read += 4, write += 3) {
    // Written out, since files of megabytes are read here.
    const group =
      (valueAt(base64, read) << 18) |
      (valueAt(base64, read + 1) << 12) |
      (valueAt(base64, read + 2) << 6) |
      valueAt(base64, read + 3);
    bytes[write] = group >> 16;
    bytes[write + 1] = group >> 8;
    bytes[write + 2] = group;
  }
  return bytes;
}

function valueAt(base64: string, at: number): number {
  const code = base64.charCodeAt(at);
  return code < 128 ? (VALUE[code] as number) : 0;
}
