import type { Found } from '../evidence/found.ts';
import { DECISIONS, KEY_POINTS, type Section, TECHNICAL, UNRESOLVED } from './unit.ts';

/** The heading a sentence belongs under, by what it is evidence of. */
export function sectionOf(facts: readonly Found[], byUser: boolean): Section {
  if (facts.some(({ kind }) => kind === 'directive')) return KEY_POINTS;
  if (facts.some(({ kind }) => kind === 'question')) return UNRESOLVED;
  if (!byUser && facts.some(({ kind, weight }) => kind === 'decision' && weight > 4)) return DECISIONS;
  return facts.some(({ kind }) => kind === 'path' || kind === 'error' || kind === 'version' || kind === 'identifier')
    ? TECHNICAL
    : KEY_POINTS;
}
