import type { ClientAttachment } from '@tenfold/contract';
import { type Composition, EMPTY_COMPOSITION } from '@tenfold/core';

/** A message written anew: its place, what it followed, and what was being written before, with its files. */
export interface Edits {
  readonly position: number;
  readonly parent: string | null;
  readonly before: Composition;
  readonly files: readonly ClientAttachment[];
}

/** What is being written in a session. */
export interface Draft {
  readonly composition: Composition;
  readonly files: readonly ClientAttachment[];
  readonly edits: Edits | null;
}

/** Nothing written. */
export const EMPTY_DRAFT: Draft = { composition: EMPTY_COMPOSITION, files: [], edits: null };
