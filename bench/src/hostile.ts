import { randomNumbers } from './random.ts';

const MEGABYTE = 1_000_000;

function randomText(alphabet: string, length: number): string {
  const random = randomNumbers(7);
  return Array.from({ length }, () => alphabet[random(alphabet.length)]).join('');
}

/** Inputs that bring counters to their knees. */
export const HOSTILE: Readonly<Record<string, () => string>> = {
  '1 MB of a': () => 'a'.repeat(MEGABYTE),
  '1 MB of spaces': () => ' '.repeat(MEGABYTE),
  '1 MB of newlines': () => '\n'.repeat(MEGABYTE),
  '1 MB of base64': () => randomText('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', MEGABYTE),
  '500 KB of digits': () => randomText('0123456789', MEGABYTE / 2),
  '100K random letters': () => randomText('abcdefghijklmnopqrstuvwxyz', 100_000),
  '1 MB of = and -': () => randomText('====-', MEGABYTE),
};

/** Counts where the oracle traps or needs minutes, known from theory and from other exact tokenizers. */
export const GOLDEN: Readonly<Record<string, number>> = {
  '1 MB of a': 125_000,
  '1 MB of spaces': 7_813,
  '1 MB of newlines': 62_500,
};
