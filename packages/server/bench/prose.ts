const WORDS =
  'a server keeps what it is told on disk before it says so and reads back only what the view of a long talk needs'.split(' ');

/** Words of a sentence: much that reads a text does so by its sentences. */
const SENTENCE = 12;

/** Prose of about `bytes` bytes that differs from number to number. */
export function prose(number: number, bytes: number): string {
  let text = `Entry ${number}:`;
  for (let i = 0; text.length < bytes; i++)
    text += `${i > 0 && i % SENTENCE === 0 ? '.' : ''} ${WORDS[(number * 7 + i * 13) % WORDS.length]}`;
  return text.slice(0, bytes);
}
