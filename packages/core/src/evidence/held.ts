import { type Json, type Message, type Part, resultText } from '../message.ts';
import { type Row, toldText, type View } from '../view.ts';
import { evidenceOf, findEvidence, findsIn, keyOf } from './find.ts';
import { EVIDENCE_KINDS, type EvidenceItem, type EvidenceKind, type EvidenceScore, type Kept } from './item.ts';
import { oneLine, readLedger } from './ledger.ts';
import { namesIn } from './names.ts';
import { eachString } from './outcomes.ts';
import { passagesOf } from './passage.ts';
import { finderIn } from './words.ts';

/** Tells whether a text still holds a fact. Made once for a text, asked for every fact. */
export function holderOf(text: string): (item: Pick<EvidenceItem, 'kind' | 'text' | 'outcome'>) => boolean {
  const listed = new Set<string>();
  const commands = new Set<string>();
  const paths = new Set<string>();
  for (const item of readLedger(text).items) {
    if (item.kind === 'path') addPath(paths, item.text);
    else listed.add(keyOf(item));
    if (item.kind === 'command') commands.add(item.text);
  }
  for (const name of namesIn(text, true)) if (name.kind === 'path') addPath(paths, name.text);
  const stands = finderIn(text);
  return (item) => {
    if (item.kind === 'path') return paths.has(barePath(item.text)) || (!item.text.includes('/') && stands(item.text));
    const line = oneLine(item.text);
    if (listed.has(keyOf({ ...item, text: line }))) return true;
    if (item.kind === 'command' && commands.has(line)) return false;
    return stands(line) || (line !== item.text && stands(item.text));
  };
}

/** How much of some evidence a text still holds, by kind. */
export function scoreEvidence(items: readonly EvidenceItem[], text: string): EvidenceScore {
  const holds = holderOf(text);
  const score: Partial<Record<EvidenceKind, Kept>> = {};
  for (const kind of EVIDENCE_KINDS) {
    const ofKind = items.filter((item) => item.kind === kind);
    if (ofKind.length > 0) score[kind] = { found: ofKind.length, kept: ofKind.filter(holds).length };
  }
  return score;
}

/** A path holds its folders, and every shorter way to write it that ends the same. */
function addPath(paths: Set<string>, path: string): void {
  const bare = barePath(path);
  if (paths.has(bare)) return;
  for (let end = bare.length; end > 0; end = bare.lastIndexOf('/', end - 1)) paths.add(bare.slice(0, end));
  for (let start = bare.indexOf('/') + 1; start > 0; start = bare.indexOf('/', start) + 1) paths.add(bare.slice(start));
}

/** A path as it is compared: with slashes, without a dot before it or a slash behind it. */
function barePath(given: string): string {
  const path = given.includes('\\') ? given.replace(/\\+/gu, '/') : given;
  return path.endsWith('/') ? path.slice(0, -1) : path.startsWith('./') ? path.slice(2) : path;
}

/** How much of the evidence of one part is still in what stands in for it. */
export function scorePart(role: Message['role'], before: Part, after: Part): EvidenceScore {
  const facts = factsOf(role, before);
  return facts.length === 0 ? {} : scoreEvidence(facts, wordsOf(role, after));
}

const known = new WeakMap<Part, readonly EvidenceItem[]>();

/** Facts of a part. Remembered, since parts never change and a plan is tried with many settings. */
function factsOf(role: Message['role'], part: Part): readonly EvidenceItem[] {
  let facts = known.get(part);
  if (facts === undefined) {
    facts = evidenceOf([{ finds: findsIn(passagesOf({ role, parts: [part] })), place: { entry: '', position: 0 } }]);
    known.set(part, facts);
  }
  return facts;
}

/** The words of a part as they were meant, not as JSON writes them. */
function wordsOf(role: Message['role'], part: Part): string {
  if (part.type !== 'tool-call') return passagesOf({ role, parts: [part] })[0]?.text ?? '';
  const words = [part.name];
  eachString(part.input, (text, key) => words.push(`${key}=${text}`, text));
  return words.join('\n');
}

/**
 * How many of the facts of a view are still in a later view of the same conversation, by kind. It looks at everything that is shown,
 * not at stand-ins alone, so that strategies that cut and strategies that summarize can be put side by side. What is folded
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

/**
 * The facts of a view that would be missed most: questions whose answers must still be there after folding. Each kind has its
 * turn, the weightiest of it first, the later one where two weigh the same; in the order they were said.
 */
export function probesOf(view: View, most: number): readonly EvidenceItem[] {
  const byKind = Map.groupBy(findEvidence(view.rows), ({ kind }) => kind);
  const lines = EVIDENCE_KINDS.map((kind) =>
    (byKind.get(kind) ?? []).toSorted((a, b) => b.weight - a.weight || b.source.position - a.source.position),
  );
  const chosen: EvidenceItem[] = [];
  for (let turn = 0; chosen.length < most && lines.some((line) => turn < line.length); turn++)
    for (const line of lines) {
      const item = line[turn];
      if (item !== undefined && chosen.length < most) chosen.push(item);
    }
  return chosen.sort((a, b) => a.source.position - b.source.position);
}
