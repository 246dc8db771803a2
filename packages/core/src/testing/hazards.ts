import type { Random } from './random.ts';

/** Oddities of real transcripts, each of which has broken somebody's context manager. */
export const HAZARDS = [
  'reused-ids',
  'unanswered-calls',
  'orphan-results',
  'empty-results',
  'bare-string-inputs',
  'parallel-calls',
  'user-between',
  'odd-start',
  'same-roles',
  'odd-unicode',
  'lone-surrogates',
  'attachments',
  'opaque-parts',
  'reasoning',
  'injected',
] as const;

/** One of them. */
export type Hazard = (typeof HAZARDS)[number];

/** What every wire accepts: present unless a caller chooses hazards itself. */
export const HARMLESS: readonly Hazard[] = ['parallel-calls', 'reasoning', 'attachments'];

const ODD = [
  '👩‍👩‍👧‍👦',
  '🏳️‍🌈',
  '🇯🇵🇨🇭🇺🇳',
  'e\u0301\u0323\u0308',
  '각ᄀ\u1161\u11a8',
  '1️⃣',
  '👍🏽',
  '\u202eright to left\u202c',
  'שלום עולם',
  'नमस्ते',
  '漢字かな混じり文',
  'a\u200db\u200cc\ufeffd',
  'line\u2028separator\u2029here',
  'crlf\r\nand\rcr',
  'Z\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309\u030a\u030b',
  '\u0000\u0007\u001b[31m',
  '𝒽𝑒𝓁𝓁𝑜',
  '<|endoftext|>',
];

const BROKEN = ['\ud83d', '\ude00', 'a\udc00b', '\ud800\ud800'];

/** Text with an odd piece somewhere in it when the hazards ask for one, the text itself otherwise. */
export function oddly(text: string, random: Random, hazards: ReadonlySet<Hazard>): string {
  const odd = hazards.has('odd-unicode') && random.chance(0.25);
  const broken = hazards.has('lone-surrogates') && random.chance(0.15);
  if (!odd && !broken) return text;
  const piece = (odd ? random.pick(ODD) : '') + (broken ? random.pick(BROKEN) : '');
  const at = text.indexOf(' ', random.between(0, text.length));
  return at < 0 ? `${text} ${piece}` : `${text.slice(0, at)} ${piece}${text.slice(at)}`;
}
