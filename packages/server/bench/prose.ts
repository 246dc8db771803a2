const WORDS =
  'a server keeps what it is told on disk before it says so and reads back only what the view of a long talk needs'.split(' ');

/** Prose of about `bytes` bytes that differs from number to number. */
export function prose(number: number, bytes: number): string {
  let text = `Entry ${number}:`;
  for (let i = 0; text.length < bytes; i++) text += ` ${WORDS[(number * 7 + i * 13) % WORDS.length]}`;
  return text.slice(0, bytes);
}
