import { type Message, messageText } from '@tenfold/core';
import type { Selectable } from 'kysely';
import type { AppendRequest, NewEntry } from './entry.ts';
import { NotFound } from './error.ts';
import { fixedQuery } from './fixed-query.ts';
import { WrongCount } from './recount.ts';
import type { Db, Schema } from './schema.ts';
import type { Scope } from './scope.ts';
import type { SessionId } from './session.ts';
import { storableText } from './storable.ts';
import { withoutMarks } from './without-marks.ts';

/** A session's row after an append. */
export interface Touched {
  readonly last_sequence: number;
  readonly last_event: number;
  readonly title: string;
  readonly version: number;
  /** The branch turns go on. */
  readonly branch: string;
}

interface Touch extends Pick<Selectable<Schema['sessions']>, 'owner' | 'preview' | 'searched' | 'updated_at'> {
  readonly session: SessionId;
  /** Entries and events that are new. */
  readonly written: number;
  readonly told: number;
}

const touchQuery = (db: Db, { session, owner, written, told, ...words }: Touch, { nextTouch }: Pick<Scope, 'nextTouch'>) =>
  db
    .updateTable('sessions')
    .set((on) => ({
      last_sequence: on('last_sequence', '+', written),
      last_event: on('last_event', '+', told),
      ...words,
      touched: nextTouch(owner),
    }))
    .where('id', '=', session)
    .returning(['last_sequence', 'last_event', 'title', 'version', 'branch']);

const touch = fixedQuery(touchQuery);
/** The same, and it is called so where it has no name. */
const touchAndCall = fixedQuery((db, { called, ...row }: Touch & { readonly called: string }, terms: Pick<Scope, 'nextTouch'>) =>
  touchQuery(db, row, terms).set((on) => ({
    title: on.case().when('title', '=', '').then(called).else(on.ref('title')).end(),
    version: on
      .case()
      .when('title', '=', '')
      .then(on('version', '+', 1))
      .else(on.ref('version'))
      .end(),
  })),
);

/** What a session is called, shows and is found by with new entries, given what it was called. */
export function touchedWords({ title: given, entries }: Pick<AppendRequest, 'title' | 'entries'>, called: string) {
  const title = given === undefined ? undefined : storableText(given);
  const preview = entries.at(-1) === undefined ? null : previewOf((entries.at(-1) as NewEntry).message);
  const expected = called === '' ? (title ?? '') : called;
  return { title, expected, preview, searched: sessionWords(expected, preview) };
}

/** Counts the new entries and events and puts the session in front of the others. */
export async function touchSession(
  db: Db,
  { owner, nextTouch }: Scope,
  { session, entries, at, ...request }: AppendRequest,
  { written, called, told }: { written: number; called: string; told: number },
): Promise<Touched> {
  const { title, expected, ...words } = touchedWords({ ...request, entries }, called);
  const row = { session, owner, written, told, ...words, updated_at: at };
  const [touched] = await (title === undefined
    ? touch(db, row, { nextTouch })
    : touchAndCall(db, { ...row, called: title }, { nextTouch }));
  if (touched === undefined) throw new NotFound('session', session);
  if (touched.last_sequence < written || touched.last_event < told) throw new WrongCount(session);
  // It was called something else meanwhile.
  if (touched.title !== expected)
    await db
      .updateTable('sessions')
      .set({ searched: sessionWords(touched.title, words.preview) })
      .where('id', '=', session)
      .execute();
  return touched;
}

/** Characters of the last message that a picker shows. */
const PREVIEW = 200;
/** Characters of a session that are searched; an index holds them. */
const SEARCHED = 500;
/** Characters of a search that are looked at. */
const SOUGHT = 200;

/** Letters without accents, and no characters that are not seen but line breaks. */
const PLAIN = /^[ -~\n]*$/;

/** A sign that may be a mark of Markdown; most messages have none. */
const MARKED = /[`*>#[|~]|---|___|===/;

/** Space that is more than one between words. */
const SPACED = /[^\S ]| {2}/;

/** The beginning of a message in one line without marks of Markdown, cut between characters. */
export function previewOf(message: Message): string {
  const beginning = messageText(message).slice(0, PREVIEW * 4);
  const words = MARKED.test(beginning) ? withoutMarks(beginning) : beginning;
  const text = (SPACED.test(words) ? words.replace(/\s+/g, ' ') : words).trim();
  return text.slice(0, PREVIEW).replace(/[\uD800-\uDBFF]$/, '');
}

/** What a search for sessions looks through: their title and last message, without case and accents. */
export function sessionWords(title: string, preview: string | null): string {
  return plain(`${title}\n${preview ?? ''}`).slice(0, SEARCHED);
}

/** The pattern of a search, for `like … escape '\\'`; null where nothing is sought. */
export function soughtPattern(q: string): string | null {
  const words = plain(q.slice(0, SOUGHT)).trim();
  return words === '' ? null : `%${words.replace(/[\\%_]/g, '\\$&')}%`;
}

function plain(text: string): string {
  if (PLAIN.test(text)) return text.replaceAll('\n', '').toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cc}]+/gu, '')
    .toLowerCase();
}
