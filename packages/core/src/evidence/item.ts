import type { EntryId } from '../transcript.ts';

/** Who or what a stretch of a conversation comes from. `record` is an earlier stand-in. */
export type Voice = 'user' | 'assistant' | 'thought' | 'call' | 'result' | 'error' | 'record';

/** Kinds of facts that are found mechanically, in the order they are written down. */
export const EVIDENCE_KINDS = [
  'directive',
  'decision',
  'question',
  'error',
  'command',
  'path',
  'url',
  'id',
  'version',
  'number',
  'identifier',
] as const;

/** One of them. */
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** How a command ended, as far as its result tells. */
export type Outcome = 'ok' | 'failed';

/** Where a fact stands: the entry, its place in the transcript, and the part and character inside it. */
export interface EvidenceSource {
  readonly entry: EntryId;
  readonly position: number;
  readonly part: number;
  readonly at: number;
}

/** One fact, verbatim. `weight` says how much it would be missed, from 1 to 10. */
export interface EvidenceItem {
  readonly kind: EvidenceKind;
  readonly text: string;
  readonly weight: number;
  /** For commands alone. */
  readonly outcome?: Outcome;
  readonly source: EvidenceSource;
}

/** How many facts of a kind there were, and how many of them a stand-in still holds. */
export interface Kept {
  readonly found: number;
  readonly kept: number;
}

/** What a stand-in kept, by kind; kinds of which nothing was found are left out. */
export type EvidenceScore = Readonly<Partial<Record<EvidenceKind, Kept>>>;

/** Two scores as one. */
export function addScores(a: EvidenceScore, b: EvidenceScore | undefined): EvidenceScore {
  if (b === undefined) return a;
  const sum: Partial<Record<EvidenceKind, Kept>> = { ...a };
  for (const kind of EVIDENCE_KINDS) {
    const more = b[kind];
    if (more === undefined) continue;
    const there = sum[kind];
    sum[kind] = { found: (there?.found ?? 0) + more.found, kept: (there?.kept ?? 0) + more.kept };
  }
  return sum;
}

/** A fact inside a passage. */
export interface Found {
  readonly kind: EvidenceKind;
  readonly text: string;
  readonly weight: number;
  /** Character it begins at; where a call was taken apart, 0. */
  readonly at: number;
  readonly outcome?: Outcome;
}

/** What a unit is, as far as its form tells. */
export type UnitKind = 'order' | 'wish' | 'request' | 'decision' | 'reason' | 'question' | 'error' | 'command' | 'fact';

/** A sentence, log line, argument, cell or field that may be carried over, word for word. */
export interface Unit {
  readonly kind: UnitKind;
  readonly text: string;
  /** Who says it; `code` for lines of programs, whoever shows them. */
  readonly voice: Voice | 'code';
  /** Passage it comes from, and its place in it. */
  readonly passage: number;
  readonly place: number;
  /** How often somebody said it, in the same words. */
  readonly times: number;
  /** For commands alone. */
  readonly outcome?: Outcome;
  /** False where nobody can tell that a person said it. */
  readonly byPerson?: boolean;
  /** One of the clauses of a sentence, or all of it. */
  readonly clause?: boolean;
  /** Of an earlier record: the heading it stood under. */
  readonly heading?: string;
}
