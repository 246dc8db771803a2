import { RAN, RAN_AND_FAILED } from './ledger.ts';
import type { Unit } from './unit.ts';

type Said = Pick<Unit, 'voice' | 'text'> & Partial<Pick<Unit, 'kind'>>;

/** Characters that each of two says to the other. */
export function saidBy(said: readonly Said[]): { readonly user: number; readonly assistant: number } {
  const sums = { user: 1, assistant: 1 };
  for (const { voice, text } of said) if (voice === 'user' || voice === 'assistant') sums[voice] += text.length;
  return sums;
}

/** How much more one may say than the other. */
const ALIKE = 2;

/** True where both say something, nothing was called and neither says much more than the other: two who talk, none of whom works for the other. */
export function isTalkOfTwo(said: readonly Said[]): boolean {
  if (said.some(isWork)) return false;
  const { user, assistant } = saidBy(said);
  return user > 1 && assistant > 1 && assistant < user * ALIKE && user < assistant * ALIKE;
}

function isWork({ voice, text, kind }: Said): boolean {
  if (voice === 'record') return kind === 'command' || text.includes(`\n${RAN}`) || text.includes(`\n${RAN_AND_FAILED}`);
  return voice === 'call' || voice === 'result' || voice === 'error';
}
