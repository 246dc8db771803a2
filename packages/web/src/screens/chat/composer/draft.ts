import { expandPastes, typeInto } from '@tenfold/core';
import { useCallback } from 'react';
import { perSession } from '../../../state/per-session.ts';
import { useSessionId } from '../../../state/session-id.ts';
import { keepDraft, recallDraft } from './kept-draft.ts';
import { type Draft, type Edits, EMPTY_DRAFT } from './written.ts';

const drafts = perSession<Draft>(EMPTY_DRAFT);
const opened = new Set<string>();

/** The draft of a session; it survives leaving the screen and reloading the tab. */
export function useDraft(): readonly [Draft, (next: (draft: Draft) => Draft) => void] {
  const session = useSessionId();
  if (!opened.has(session)) {
    opened.add(session);
    const kept = recallDraft(session);
    if (kept !== null) drafts.set(session, () => ({ ...kept, files: [] }));
  }
  const change = useCallback((next: (draft: Draft) => Draft) => changeDraft(session, next), [session]);
  return [drafts.use(session), change];
}

/** Changes the draft of a session from anywhere. */
export function changeDraft(session: string, next: (draft: Draft) => Draft): void {
  drafts.set(session, next);
  keepDraft(session, drafts.get(session));
}

/** What would be sent. */
export function draftText({ composition }: Draft): string {
  return expandPastes(composition);
}

/** A draft that writes a message anew; what was being written waits until that is done. */
export function editDraft(draft: Draft, text: string, place: Pick<Edits, 'position' | 'parent'>): Draft {
  const { before, files } = draft.edits ?? { before: draft.composition, files: draft.files };
  return { composition: { text, pastes: [], next: 1 }, files: [], edits: { ...place, before, files } };
}

/** The draft after it was sent or given up: nothing, or what waited meanwhile. */
export function afterDraft({ edits }: Draft): Draft {
  return edits === null ? EMPTY_DRAFT : { composition: edits.before, files: edits.files, edits: null };
}

/** The draft with words put before what is already there, as when a message comes back. */
export function withWords(draft: Draft, words: string): Draft {
  const gap = draft.composition.text === '' ? '' : '\n\n';
  return { ...draft, composition: typeInto(draft.composition, 0, 0, words + gap) };
}
