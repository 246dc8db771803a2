import type { Counter } from '../counter.ts';
import { type Row, toldText } from '../view.ts';
import { addPath, barePath } from './bare-path.ts';
import { findEvidence } from './find.ts';
import { holderOf, scoreEvidence } from './held.ts';
import type { EvidenceItem, EvidenceScore } from './item.ts';
import { writeLedger } from './ledger.ts';
import { disarm, LEDGER_SHARE, oneLine, USER_MARK } from './ledger-format.ts';
import { readLedger } from './ledger-read.ts';
import { sentencesOf } from './sentences.ts';

/** A stand-in as it is stored, and what it kept. */
export interface Mended {
  readonly text: string;
  readonly evidence: EvidenceScore;
}

/**
 * A summary with what it dropped under it, as far as `limit` tokens for the whole stand-in allow, at most two fifths of it.
 * What the summary claims to be the user's own words stays marked so only where a user said them.
 */
export function mend(body: string, rows: readonly Row[], limit: number, count: Counter): Mended {
  const items = findEvidence(rows);
  const safe = disarm(body.toWellFormed(), saidBy(rows));
  const weight = count.text(safe);
  const budget = Math.floor(Math.min((weight * LEDGER_SHARE) / (1 - LEDGER_SHARE), limit - weight)) - 2;
  const holds = holderOf(safe);
  const dropped = withoutShorterPaths(items.filter((item) => !holds(item)));
  const { text: ledger } = budget > 0 ? writeLedger(dropped, budget, count) : { text: '' };
  const text = ledger === '' ? safe : `${safe}\n\n${ledger}`;
  return { text, evidence: scoreEvidence(items, text) };
}

/** A path that is a folder or the ending of another one is told by it. */
function withoutShorterPaths(items: readonly EvidenceItem[]): readonly EvidenceItem[] {
  const longest = items.filter(({ kind }) => kind === 'path').sort((a, b) => b.text.length - a.text.length);
  const told = new Set<string>();
  const needed = new Set<EvidenceItem>();
  for (const item of longest) {
    if (told.has(barePath(item.text))) continue;
    needed.add(item);
    addPath(told, item.text);
  }
  return items.filter((item) => item.kind !== 'path' || needed.has(item));
}

/** Whether a user said some words, in these rows or in a record of earlier ones. */
function saidBy(rows: readonly Row[]): (words: string) => boolean {
  let said: string | null = null;
  return (words) => {
    said ??= userWords(rows);
    const all = said;
    return sentencesOf(words).every(({ start, end }) => {
      const sentence = words.slice(start, end);
      // What stood on lines of its own may have become one sentence where it was put on one.
      return all.includes(sentence) || sentence.split(ENDED).every((piece) => all.includes(piece));
    });
  };
}

const ENDED = /(?<=[.!?…。！？]["'”’)\]*_`]*)\s+/u;

function userWords(rows: readonly Row[]): string {
  const words: string[] = [];
  for (const row of rows) {
    if (row.kind === 'entry') {
      if (row.message.role === 'user') for (const part of row.message.parts) if (part.type === 'text') words.push(part.text);
    } else {
      const told = toldText(row);
      for (const line of told.split('\n')) if (line.startsWith(USER_MARK)) words.push(line.slice(USER_MARK.length));
      for (const item of readLedger(told).items) if (item.kind === 'directive') words.push(item.text);
    }
  }
  return words.map(oneLine).join('\n').toWellFormed();
}
