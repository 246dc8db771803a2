import type { Conversation } from './conversation.ts';
import { counted, formatCount } from './counted.ts';
import { findEvidence } from './evidence/find.ts';
import { holderOf } from './evidence/held.ts';
import { EVIDENCE_KINDS, type EvidenceItem, type EvidenceKind } from './evidence/item.ts';
import { passagesOf } from './evidence/passage.ts';
import { finderIn } from './evidence/words.ts';
import { project } from './project.ts';
import { withUntold } from './untold.ts';
import { rowsBetween, type StandInRow, toldText, type View } from './view.ts';

/** Facts of this weight are told of where they could not be carried; decisions always; of questions, which are mostly answered on the way, only the heaviest. */
const WEIGHTY = 4;
const WEIGHTY_OF: Readonly<Partial<Record<EvidenceKind, number>>> = { question: 6, decision: 0 };
/** Messages that are named. */
const NAMED = 5;

/** Says which facts of weight stood in `before` and are in neither the summaries nor the messages of `after`; null where none. */
export function lostFacts(before: Conversation, after: View): string | null {
  const made = new Set(before.folds);
  const summaries = after.rows.filter(
    (row): row is StandInRow => row.kind === 'stand-in' && row.fold.kind === 'summary' && !made.has(row.fold),
  );
  if (summaries.length === 0 || summaries.some(({ fold }) => fold.estimated)) return null;
  const view = project(before);
  const covered = summaries.flatMap(({ from, to }) => rowsBetween(view, from, to));
  const holds = holderOf(after.rows.map((row) => (row.kind === 'stand-in' ? toldText(row) : '')).join('\n'));
  const missing = findEvidence(withUntold(covered, before)).filter((item) => isWeighty(item) && !holds(item));
  if (missing.length === 0) return null;
  const shown = after.rows.flatMap((row) => (row.kind === 'entry' ? passagesOf(row.message) : []));
  const words = shown.map(({ text, input }) => `${text}\n${JSON.stringify(input) ?? ''}`).join('\n');
  const isShown = finderIn(words);
  const lost = missing.filter(({ text }) => !isShown(text));
  return lost.length === 0 ? null : warningOf(lost);
}

function isWeighty({ kind, weight }: EvidenceItem): boolean {
  return weight >= (WEIGHTY_OF[kind] ?? WEIGHTY);
}

function warningOf(lost: readonly EvidenceItem[]): string {
  const kinds = EVIDENCE_KINDS.flatMap((kind) => {
    const times = lost.filter((item) => item.kind === kind).length;
    return times === 0 ? [] : [counted(times, ...NOUNS[kind])];
  });
  const heaviest = lost.toSorted((a, b) => b.weight - a.weight || b.source.position - a.source.position);
  const holders = [...new Set(heaviest.map(({ source }) => source.position))];
  const named = holders.slice(0, NAMED).sort((a, b) => a - b);
  const most = holders.length > NAMED ? 'The most important stand' : lost.length === 1 ? 'It stands' : 'They stand';
  const where = named.map((position) => formatCount(position + 1)).join(', ');
  return `The summary does not carry ${kinds.join(', ')}. ${most} in ${named.length === 1 ? 'message' : 'messages'} ${where}: protect what must stay in view.`;
}

const NOUNS: Readonly<Record<EvidenceKind, readonly [one: string, many?: string]>> = {
  directive: ['instruction'],
  decision: ['decision'],
  question: ['question'],
  error: ['error'],
  command: ['command'],
  path: ['path'],
  url: ['address', 'addresses'],
  id: ['id'],
  version: ['version'],
  number: ['number'],
  identifier: ['name'],
};
