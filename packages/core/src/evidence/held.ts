import type { Message, Part } from '../message.ts';
import { evidenceOf, findsIn, keyOf } from './find.ts';
import { eachString } from './find-in-passage.ts';
import { EVIDENCE_KINDS, type EvidenceItem, type EvidenceKind, type EvidenceScore, type Kept } from './item.ts';
import { oneLine } from './ledger.ts';
import { readLedger } from './ledger-read.ts';
import { namesIn } from './names.ts';
import { passagesOf } from './passage.ts';
import { finderIn } from './text-index.ts';

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
