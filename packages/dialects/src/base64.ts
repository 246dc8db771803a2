const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUE = new Uint8Array(128);
for (const [value, letter] of [...ALPHABET].entries()) VALUE[letter.charCodeAt(0)] = value;

/** The bytes of base64 text, the first so many of them; letters it does not know count as nothing. */
export function decodeBase64(base64: string, most = Number.POSITIVE_INFINITY): Uint8Array {
  const length = Math.min(base64.length - (base64.length % 4), Math.ceil(most / 3) * 4);
  const padding = length < base64.length || base64[length - 1] !== '=' ? 0 : base64[length - 2] === '=' ? 2 : 1;
  const bytes = new Uint8Array(Math.floor((length * 3) / 4) - padding);
  for (let read = 0, write = 0; read < length; read += 4, write += 3) {
    let group = 0;
    for (let letter = 0; letter < 4; letter += 1) group = (group << 6) | (VALUE[base64.charCodeAt(read + letter)] ?? 0);
    bytes[write] = group >> 16;
    bytes[write + 1] = group >> 8;
    bytes[write + 2] = group;
  }
  return bytes;
}
