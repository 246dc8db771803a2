import type { EvidenceKind, EvidenceScore, Kept } from '@tenfold/core/evidence';
import { EVIDENCE_KINDS } from '@tenfold/core/evidence';
import type { Screen } from '../terminal.ts';
import { drawTable } from './table.ts';

/** All kinds of a score as one. */
export function totalEvidence(score: EvidenceScore): Kept {
  const all = Object.values(score);
  return { found: all.reduce((sum, { found }) => sum + found, 0), kept: all.reduce((sum, { kept }) => sum + kept, 0) };
}

/** A share that never rounds to everything while something is missing: `100%`, `99%`, `–` where nothing was found. */
export function keptShare(score: Kept | undefined): string {
  if (score === undefined || score.found === 0) return '–';
  return `${Math.floor((100 * score.kept) / score.found)}%`;
}

/** A run and what it kept. */
export interface NamedScore {
  readonly name: string;
  readonly evidence: EvidenceScore;
}

const MIN_SHOWN = 6;
const FIRST = 11;
const GAP = 1;

/** What survived, by kind, a column for each run; several tables where they do not fit beside each other. */
export function drawEvidence(runs: readonly NamedScore[], screen: Screen, width: number): string[] {
  const kinds = EVIDENCE_KINDS.filter((kind) => runs.some(({ evidence }) => evidence[kind] !== undefined));
  if (kinds.length === 0) return [];
  const beside = Math.max(1, Math.floor((width - FIRST) / (MIN_SHOWN + GAP)));
  const tables = Math.ceil(runs.length / beside);
  const each = Math.ceil(runs.length / tables);
  const lines: string[] = [];
  for (let from = 0; from < runs.length; from += each) {
    if (from > 0) lines.push('');
    lines.push(...table(kinds, runs.slice(from, from + each), screen, width));
  }
  return lines;
}

function table(kinds: readonly EvidenceKind[], runs: readonly NamedScore[], screen: Screen, width: number): string[] {
  const columns = [
    { title: 'facts kept' },
    ...runs.map(({ name }) => ({ title: name, align: 'right' as const, least: MIN_SHOWN })),
  ];
  const rows = kinds.map((kind) => [KIND_NAMES[kind], ...runs.map(({ evidence }) => keptShare(evidence[kind]))]);
  const total = { cells: ['all', ...runs.map(({ evidence }) => keptShare(totalEvidence(evidence)))], style: 'bold' as const };
  return drawTable(columns, [...rows, total], width, screen, GAP);
}

/** What a kind of fact is called in the plural. */
export const KIND_NAMES: Readonly<Record<EvidenceKind, string>> = {
  directive: 'directives',
  decision: 'decisions',
  question: 'questions',
  error: 'errors',
  command: 'commands',
  path: 'paths',
  url: 'URLs',
  id: 'ids',
  version: 'versions',
  number: 'numbers',
  identifier: 'identifiers',
};
