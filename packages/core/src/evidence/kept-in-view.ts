import { type Json, type Message, type Part, resultText } from '../message.ts';
import { type Row, toldText, type View } from '../view.ts';
import { findEvidence, keyOf } from './find.ts';
import { holderOf } from './held.ts';
import { EVIDENCE_KINDS, type EvidenceItem, type EvidenceKind, type EvidenceScore, type Kept } from './item.ts';

/**
 * How many of the facts of a view are still in a later view of the same conversation, by kind. It looks at everything that is shown,
 * not at stand-ins alone, so that strategies that cut and strategies that summarise can be put side by side. What is folded
 * without loss counts as shown: a reader can rebuild it.
 */
export function evidenceInView(before: View, after: View): EvidenceScore {
  const holds = heldInView(after);
  const score: Partial<Record<EvidenceKind, Kept>> = {};
  const items = findEvidence(before.rows);
  for (const kind of EVIDENCE_KINDS) {
    const ofKind = items.filter((item) => item.kind === kind);
    if (ofKind.length > 0) score[kind] = { found: ofKind.length, kept: ofKind.filter(holds).length };
  }
  return score;
}

/** Tells of a fact whether it can still be read in a view. */
export function heldInView(after: View): (item: EvidenceItem) => boolean {
  const rows = after.rows.map(readable);
  const found = new Set(findEvidence(rows).map(keyOf));
  const shown = rows.map((row) => (row.kind === 'entry' ? messageWords(row.message) : '')).join('\n');
  const told = rows.flatMap((row) => (row.kind === 'entry' || row.message === null ? [] : toldText(row)));
  const holders = [shown, ...told].map(holderOf);
  return (item) => found.has(keyOf(item)) || holders.some((holder) => holder(item));
}

/** A row with what a reader can make of it: the original where every fold in it is lossless. */
function readable(row: Row): Row {
  return row.kind === 'entry' && row.folds.every(({ lossless }) => lossless) ? { ...row, message: row.entry.message } : row;
}

function messageWords({ parts }: Message): string {
  return parts.map(partWords).join('\n');
}

function partWords(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text;
    case 'tool-call':
      return [part.name, ...strings(part.input)].join(' ');
    case 'tool-result':
      return resultText(part);
    default:
      return JSON.stringify(part);
  }
}

/** Every string of a tool's input as it was meant, not as JSON writes it; words of a list stay beside each other. */
function strings(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return [value.flatMap((item: Json) => strings(item)).join(' ')];
  if (value === null || typeof value !== 'object') return value === null ? [] : [String(value)];
  return Object.entries(value).flatMap(([key, item]) =>
    item === undefined ? [] : strings(item).map((text) => `\n${key}=${text}`),
  );
}
