import type { Insertable } from 'kysely';
import type { Appended, NewEntry } from './entry.ts';
import { fixedQuery } from './fixed-query.ts';
import { NOTHING_FOLDED } from './head-coverage.ts';
import { storedHead } from './head-rows.ts';
import { endOf, namedEntries } from './planned-append.ts';
import type { Db, Schema } from './schema.ts';
import type { Scope } from './scope.ts';
import type { SessionId } from './session.ts';
import { storableText } from './storable.ts';
import { previewOf, sessionWords } from './touch-session.ts';
import { writeEntries } from './write-entries.ts';

type NewSession = Omit<Insertable<Schema['sessions']>, 'touched'>;
const insertSession = fixedQuery((db, row: NewSession, { nextTouch }: Pick<Scope, 'nextTouch'>) =>
  db.insertInto('sessions').values({ ...row, touched: nextTouch(row.owner) }),
);
const insertSegment = fixedQuery((db, row: Insertable<Schema['segments']>) => db.insertInto('segments').values(row));
const insertHead = fixedQuery((db, row: Insertable<Schema['heads']>) => db.insertInto('heads').values(row));

/** A conversation that is there already when it is stored. */
export interface NewConversation {
  readonly id: SessionId;
  readonly title?: string;
  readonly entries: readonly NewEntry[];
  /** False for what its writer can bring again: see `WriteOptions`. */
  readonly flushed?: boolean;
  readonly at: number;
}

/** Writes a session as it stands after its first entries: nothing is read, and no row is written twice. */
export async function begin(db: Db, scope: Scope, { id, entries: given, at, ...called }: NewConversation): Promise<Appended> {
  const title = storableText(called.title ?? '');
  const last = given.at(-1);
  const preview = last === undefined ? null : previewOf(last.message);
  const { touched: _, ...empty } = emptySession(id, scope, at);
  const session = { ...empty, title, last_sequence: given.length, preview, searched: sessionWords(title, preview) };
  await insertSession(db, session, scope);
  await insertSegment(db, { session: id, segment: 0, parent_segment: null, first_position: 0 });
  const named = await namedEntries({ session: id, entries: given, at }, 0, null, 0);
  const entries = await writeEntries(db, scope, named, { after: null, role: null, segment: 0, stored: 0 });
  const row = { ...emptyHead(id, at), version: 2, position: entries.at(-1)?.id ?? null, segment: 0, length: entries.length };
  await insertHead(db, row);
  const head = storedHead(row);
  return { entries, head, end: endOf(head, 0, session, entries), repeated: false };
}

/** The row of a session that has nothing yet. */
export function emptySession(id: SessionId, { owner, nextTouch }: Pick<Scope, 'owner' | 'nextTouch'>, at: number) {
  return {
    id,
    owner,
    kind: 'chat',
    project: null,
    title: '',
    profile: null,
    strategy: null,
    last_sequence: 0,
    last_event: 0,
    preview: null,
    searched: '',
    archived_at: null,
    pinned_at: null,
    branch: 'main',
    version: 1,
    created_at: at,
    updated_at: at,
    touched: nextTouch(owner),
  };
}

/** The row of a branch `main` that has nothing yet. */
export function emptyHead(session: SessionId, at: number) {
  return {
    session,
    branch: 'main',
    version: 1,
    position: null,
    segment: null,
    length: 0,
    folds: '[]',
    protected: '[]',
    settings: '{}',
    plan: JSON.stringify(NOTHING_FOLDED),
    used_tokens: null,
    counted_by: null,
    label: null,
    updated_at: at,
  };
}
