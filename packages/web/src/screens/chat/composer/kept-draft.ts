import { type Composition, type LongText, markOf, typeInto } from '@tenfold/core';
import { askBeforeLeaving } from '../../../state/ask-before-leaving.ts';
import { keepStored, readStored } from '../../../state/stored.ts';
import type { Draft, Edits } from './written.ts';

/** Words with the places of their pastes. A tab from before an update has kept the pastes themselves. */
interface Words {
  readonly text: string;
  readonly pastes: readonly (Omit<LongText, 'text'> & { readonly text?: string })[];
  readonly next: number;
}

const named = (session: string) => `tenfold.draft.${session}`;
const pastesNamed = (session: string) => `tenfold.pastes.${session}`;

interface Pastes {
  readonly texts: readonly string[];
  readonly areKept: boolean;
}

const pastesOf = new Map<string, Pastes>();

/**
 * Keeps what is written for when the tab is reloaded: its words each time, its pastes, which may be millions of letters, once. For
 * files, and for pastes there is no room for, the browser asks before it leaves.
 */
export function keepDraft(session: string, { composition, files, edits }: Draft): void {
  const isEmpty = composition.text === '' && edits === null;
  const before = edits && { position: edits.position, parent: edits.parent, before: wordsOf(edits.before) };
  keepStored('sessionStorage', named(session), isEmpty ? null : { ...wordsOf(composition), edits: before });
  const texts = [...composition.pastes, ...(edits?.before.pastes ?? [])].map(({ text }) => text);
  const areKept = keepPastes(session, texts);
  askBeforeLeaving(named(session), !areKept || files.length > 0 || (edits?.files.length ?? 0) > 0);
}

/** What was written before a reload; null where that is nothing. */
export function recallDraft(session: string): Omit<Draft, 'files'> | null {
  const { edits = null, ...words } = (readStored('sessionStorage', named(session)) ?? {}) as Partial<Words & { edits: Edits }>;
  if (!areWords(words)) return null;
  const kept = readStored('sessionStorage', pastesNamed(session));
  const texts: readonly unknown[] = Array.isArray(kept) ? kept : [];
  const composition = whole(words, texts);
  if (edits === null || !areWords(edits.before)) return { composition, edits: null };
  return { composition, edits: { ...edits, before: whole(edits.before, texts.slice(words.pastes.length)), files: [] } };
}

function keepPastes(session: string, texts: readonly string[]): boolean {
  const last = pastesOf.get(session) ?? { texts: [], areKept: true };
  if (last.texts.length === texts.length && last.texts.every((text, index) => text === texts[index])) return last.areKept;
  const areKept = keepStored('sessionStorage', pastesNamed(session), texts.length === 0 ? null : texts);
  pastesOf.set(session, { texts, areKept });
  return areKept;
}

function wordsOf({ text, pastes, next }: Composition): Words {
  return { text, pastes: pastes.map(({ number, at }) => ({ number, at })), next };
}

function areWords(words: Partial<Words>): words is Words {
  const { text, pastes, next } = words;
  return typeof text === 'string' && Array.isArray(pastes) && typeof next === 'number';
}

/** Words with their pastes again. A mark whose text there was no room for goes: it would be sent as it stands. */
function whole({ text, pastes, next }: Words, texts: readonly unknown[]): Composition {
  const found = pastes.map((paste, index): LongText => {
    const kept = texts[index];
    return { ...paste, text: typeof kept === 'string' ? kept : (paste.text ?? '') };
  });
  return found
    .filter((paste) => paste.text === '')
    .reduceRight((now: Composition, paste) => typeInto(now, paste.at, paste.at + markOf(paste).length, ''), {
      text,
      pastes: found,
      next,
    });
}
