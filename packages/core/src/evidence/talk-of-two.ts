import type { Unit } from './unit.ts';

type Said = Pick<Unit, 'voice' | 'text'>;

/** Characters that each of two says to the other. */
export function saidBy(said: readonly Said[]): { readonly user: number; readonly assistant: number } {
  const sums = { user: 1, assistant: 1 };
  for (const { voice, text } of said) if (voice === 'user' || voice === 'assistant') sums[voice] += text.length;
  return sums;
}

/** How much more one may say than the other. */
const ALIKE = 2;

/** True where nothing was called and neither says much more than the other: two who talk, none of whom works for the other. */
export function isTalkOfTwo(said: readonly Said[]): boolean {
  if (said.some(({ voice }) => voice === 'call' || voice === 'result' || voice === 'error')) return false;
  const { user, assistant } = saidBy(said);
  return assistant < user * ALIKE && user < assistant * ALIKE;
}
