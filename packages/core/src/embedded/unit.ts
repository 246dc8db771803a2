import type { Found } from '../evidence/found.ts';

/** Where a unit stands in a summary: an index into the headings. */
export const CONTEXT = 0;
export const KEY_POINTS = 1;
export const TECHNICAL = 2;
export const TOOLS = 3;
export const DECISIONS = 4;
export const UNRESOLVED = 5;

/** Index of a heading of `SECTIONS`. */
export type Section = 0 | 1 | 2 | 3 | 4 | 5;

/** A sentence, line or piece of code that a summary may take over, word for word. */
export interface Unit {
  readonly section: Section;
  readonly text: string;
  /** Passage it comes from, and its place in it. */
  readonly passage: number;
  readonly place: number;
  readonly byUser: boolean;
  /** Taken before anything is weighed: demands of the user, the latest request. */
  readonly must: 'demand' | 'request' | null;
  /** How much its voice counts. */
  readonly voice: number;
  readonly facts: readonly Found[];
}
