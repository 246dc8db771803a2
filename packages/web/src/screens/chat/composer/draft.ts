import { type Composition, EMPTY_COMPOSITION, expandPastes } from '@tenfold/core';
import { useCallback } from 'react';
import { perSession } from '../../../state/per-session.ts';
import type { SentFile } from '../turn/live-turns.ts';

/** What is being written in a session. */
export interface Draft {
  readonly composition: Composition;
  readonly files: readonly SentFile[];
  /** The message being written anew, and what it followed. */
  readonly edits: { readonly position: number; readonly parent: string | null } | null;
}

/** Nothing written. */
export const EMPTY_DRAFT: Draft = { composition: EMPTY_COMPOSITION, files: [], edits: null };

const drafts = perSession<Draft>(EMPTY_DRAFT);
const stored = (session: string) => `tenfold.draft.${session}`;
const opened = new Set<string>();

/** The draft of a session; it survives leaving the screen and reloading the tab. */
export function useDraft(session: string): readonly [Draft, (next: (draft: Draft) => Draft) => void] {
  if (!opened.has(session)) {
    opened.add(session);
    const kept = recall(session);
    if (kept !== null) drafts.set(session, () => ({ ...EMPTY_DRAFT, composition: kept }));
  }
  const change = useCallback((next: (draft: Draft) => Draft) => changeDraft(session, next), [session]);
  return [drafts.use(session), change];
}

/** Changes the draft of a session from anywhere. */
export function changeDraft(session: string, next: (draft: Draft) => Draft): void {
  drafts.set(session, next);
  try {
    const { composition } = drafts.get(session);
    if (composition.text === '') sessionStorage.removeItem(stored(session));
    else sessionStorage.setItem(stored(session), JSON.stringify(composition));
  } catch {
    // No room to keep it over a reload; it is still in the tab.
  }
}

/** What would be sent. */
export function draftText({ composition }: Draft): string {
  return expandPastes(composition);
}

/** A draft of plain words, as after going back to a message. */
export function plainDraft(text: string, edits: Draft['edits'] = null): Draft {
  return { composition: { text, pastes: [], next: 1 }, files: [], edits };
}

function recall(session: string): Composition | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(stored(session)) ?? 'null') as Composition | null;
    return typeof kept?.text === 'string' && Array.isArray(kept.pastes) ? kept : null;
  } catch {
    return null;
  }
}
