import { type EntryId, entryId, type Message } from '@tenfold/core';
import { chainTo, type Place, type Stretch } from './chain.ts';
import type { Appended, AppendRequest, NewEntry, StoredEntry } from './entry.ts';
import { storedEntry } from './entry-rows.ts';
import { Conflict, Invalid, NotFound } from './error.ts';
import { type HeadRow, storedHead } from './head-rows.ts';
import { entryWords } from './indexed-text.ts';
import { callMentions, openCalls, thinkingLeadsTo } from './joins.ts';
import { ownSession } from './ownership.ts';
import type { Db } from './schema.ts';
import type { Scope } from './scope.ts';
import { previewOf, sessionWords } from './session-words.ts';
import { sha256 } from './sha256.ts';

/** Writes the messages behind a head that is known to be the current one, and moves it. */
export async function appendAt(db: Db, scope: Scope, request: AppendRequest, row: AppendRow): Promise<Appended> {
  const writing = new Appending(db, scope, request, row);
  const entries: StoredEntry[] = [];
  for (const entry of request.entries) entries.push(await writing.write(entry));
  const head = await writing.finish();
  if (request.key !== undefined) {
    const ids = JSON.stringify(entries.map((entry) => entry.id));
    const kept = { session: request.session, key: request.key, digest: requestDigest(request.entries), entries: ids };
    await db.insertInto('append_keys').values(kept).execute();
  }
  if (request.pending !== undefined) await db.deleteFrom('pending_answers').where('id', '=', request.pending).execute();
  return { entries, head: storedHead(head), repeated: false };
}

/** What an idempotency key wrote the first time; null when it is new. Other text under the same key is refused. */
export async function repeatedAppend(db: Db, request: AppendRequest, row: AppendRow): Promise<Appended | null> {
  if (request.key === undefined || row.known_entries === null) return null;
  if (row.known_digest !== requestDigest(request.entries)) {
    const facts = { session: request.session, key: request.key };
    throw new Conflict('The idempotency key was used for other text. Nothing was written.', facts, 'Use a new key for new text.');
  }
  const ids = JSON.parse(row.known_entries) as EntryId[];
  const rows = await db.selectFrom('entries').selectAll().where('session', '=', request.session).where('id', 'in', ids).execute();
  const byId = new Map(rows.map((entry) => [entry.id, storedEntry(entry)]));
  return { entries: ids.flatMap((id) => byId.get(id) ?? []), head: storedHead(row), repeated: true };
}

/** Refuses messages that cannot be stored. */
export function checkAppend(request: AppendRequest): void {
  if (request.entries.length === 0) throw new Invalid('There is nothing to append. Nothing was written.');
  for (const { message } of request.entries) {
    if (!Array.isArray(message?.parts) || typeof message.role !== 'string')
      throw new Invalid('A message needs a role and a list of parts. Nothing was written.');
  }
}

function requestDigest(entries: readonly NewEntry[]): string {
  return sha256(JSON.stringify(entries.map((entry) => entry.message)));
}

/** One append under way: entries get their line, place and sequence one after the other. */
class Appending {
  readonly #db: Db;
  readonly #scope: Scope;
  readonly #request: AppendRequest;
  readonly #row: AppendRow;
  #sequence: number;
  #end: Place | null;
  #parent: EntryId | null;
  #before: Message | null | undefined;
  #chain: readonly Stretch[] | undefined;
  /** True once an entry was written: nothing can stand behind it yet. */
  #fresh = false;

  constructor(db: Db, scope: Scope, request: AppendRequest, row: AppendRow) {
    this.#db = db;
    this.#scope = scope;
    this.#request = request;
    this.#row = row;
    this.#sequence = row.last_sequence;
    this.#parent = row.position;
    this.#end = row.line === null ? null : { line: row.line, position: row.length - 1 };
    this.#before = row.tip_role === 'assistant' ? undefined : null;
  }

  async write(entry: NewEntry): Promise<StoredEntry> {
    const { session, at } = this.#request;
    const message = JSON.stringify(entry.message);
    const id = entryId(this.#parent, entry.message, sha256);
    const forks = await this.#forks();
    const known = forks ? await this.#existing(id) : undefined;
    if (known !== undefined) return this.#step(known, { line: known.line, position: known.position }, entry.message);
    const place = await this.#nextPlace(forks);
    const row = {
      session,
      id,
      parent: this.#parent,
      ...place,
      sequence: ++this.#sequence,
      role: entry.message.role,
      message,
      digest: entryDigest(id, message),
      joins: await this.#joins(entry.message, place.position),
      input_tokens: entry.inputTokens ?? null,
      output_tokens: entry.outputTokens ?? null,
      counted_tokens: entry.countedTokens ?? null,
      created_at: at,
    };
    const { insertId } = await this.#db.insertInto('entries').values(row).executeTakeFirstOrThrow();
    const number = Number(insertId);
    await this.#scope.words.add(this.#db, 'entries', number, entryWords(entry.message));
    const calls = [...callMentions(entry.message).open].map(([id, open]) => ({
      session,
      call_id: id,
      ...place,
      open: open ? 1 : 0,
    }));
    if (calls.length > 0) await this.#db.insertInto('calls').values(calls).execute();
    this.#fresh = true;
    return this.#step({ ...row, number }, place, entry.message);
  }

  async finish(): Promise<HeadRow> {
    const { session, at } = this.#request;
    const { owner } = this.#scope;
    const last = this.#request.entries.at(-1);
    const preview = last === undefined ? null : previewOf(last.message);
    await this.#db
      .updateTable('sessions')
      .set((on) => ({
        last_sequence: this.#sequence,
        preview,
        searched: sessionWords(this.#row.title, preview),
        updated_at: at,
        touched: on
          .selectFrom('sessions')
          .select((max) => max(max.fn.max('touched'), '+', 1).as('next'))
          .where('owner', '=', owner),
      }))
      .where('id', '=', session)
      .execute();
    const moved = {
      version: this.#row.version + 1,
      position: this.#parent,
      line: this.#end?.line ?? null,
      length: (this.#end?.position ?? -1) + 1,
      updated_at: at,
    };
    await this.#db
      .updateTable('heads')
      .set(moved)
      .where('session', '=', session)
      .where('branch', '=', this.#row.branch)
      .execute();
    return { ...this.#row, ...moved };
  }

  #step(row: Parameters<typeof storedEntry>[0], place: Place, message: Message): StoredEntry {
    this.#parent = row.id;
    this.#end = place;
    this.#before = message;
    this.#chain = undefined;
    return storedEntry(row);
  }

  async #existing(id: EntryId) {
    return this.#db
      .selectFrom('entries')
      .selectAll()
      .where('session', '=', this.#request.session)
      .where('id', '=', id)
      .executeTakeFirst();
  }

  /** True when something stands behind the end already: the first child of an entry always goes on its line. */
  async #forks(): Promise<boolean> {
    if (this.#fresh) return false;
    if (this.#end === null) return this.#sequence > 0;
    if (this.#parent === this.#row.position) return this.#row.behind !== null;
    const behind = await this.#db
      .selectFrom('entries')
      .select('id')
      .where('session', '=', this.#request.session)
      .where('line', '=', this.#end.line)
      .where('position', '=', this.#end.position + 1)
      .executeTakeFirst();
    return behind !== undefined;
  }

  /** The place after the end: on its line, or on a new one where that goes on with something else. */
  async #nextPlace(forks: boolean): Promise<Place> {
    const position = (this.#end?.position ?? -1) + 1;
    if (this.#end !== null && !forks) return { line: this.#end.line, position };
    const { session } = this.#request;
    const last = await this.#db
      .selectFrom('lines')
      .select((on) => on.fn.max('line').as('line'))
      .where('session', '=', session)
      .executeTakeFirst();
    const line = (last?.line ?? -1) + 1;
    const row = { session, line, parent_line: this.#end?.line ?? null, first_position: position };
    await this.#db.insertInto('lines').values(row).execute();
    return { line, position };
  }

  /** Lowest position the message must stay together with. */
  async #joins(message: Message, position: number): Promise<number | null> {
    const ties: number[] = [];
    const { answers } = callMentions(message);
    if (answers.length > 0) {
      this.#chain ??= await chainTo(this.#db, this.#request.session, this.#end);
      ties.push(...(await openCalls(this.#db, this.#request.session, this.#chain, answers)));
    }
    if (message.role === 'assistant' && thinkingLeadsTo(await this.#messageBefore(), message)) ties.push(position - 1);
    return ties.length === 0 ? null : Math.min(...ties);
  }

  /** The message before, where an assistant spoke it. */
  async #messageBefore(): Promise<Message | null> {
    if (this.#before === undefined) {
      const row = await this.#db
        .selectFrom('entries')
        .select('message')
        .where('session', '=', this.#request.session)
        .where('id', '=', this.#parent)
        .executeTakeFirst();
      this.#before = row === undefined ? null : (JSON.parse(row.message) as Message);
    }
    return this.#before;
  }
}

/** Receipt of a stored row: its id and every byte of its message. */
export function entryDigest(id: EntryId, message: string): string {
  return sha256(`${id}\n${message}`);
}

/** A head with all that an append has to know, read at once. */
export interface AppendRow extends HeadRow {
  /** What the session is called. */
  readonly title: string;
  /** Entries the session has. */
  readonly last_sequence: number;
  /** Who spoke last. */
  readonly tip_role: string | null;
  /** What stands behind the head on its line, where it is not the end. */
  readonly behind: string | null;
  /** What the idempotency key wrote before. */
  readonly known_digest: string | null;
  readonly known_entries: string | null;
}

/** The head an append goes behind. */
export async function appendHead(db: Db, owner: string, request: AppendRequest): Promise<AppendRow> {
  const { session, branch = 'main', key = null } = request;
  const row = await db
    .selectFrom('heads')
    .innerJoin('sessions', 'sessions.id', 'heads.session')
    .leftJoin('entries as tip', (join) => join.onRef('tip.session', '=', 'heads.session').onRef('tip.id', '=', 'heads.position'))
    .leftJoin('entries as next', (join) =>
      join
        .onRef('next.session', '=', 'heads.session')
        .onRef('next.line', '=', 'heads.line')
        .onRef('next.position', '=', 'heads.length'),
    )
    .leftJoin('append_keys as known', (join) => join.onRef('known.session', '=', 'heads.session').on('known.key', '=', key))
    .selectAll('heads')
    .select([
      'sessions.last_sequence',
      'sessions.title',
      'tip.role as tip_role',
      'next.id as behind',
      'known.digest as known_digest',
      'known.entries as known_entries',
    ])
    .where('heads.session', '=', session)
    .where('heads.branch', '=', branch)
    .where('sessions.owner', '=', owner)
    .executeTakeFirst();
  if (row !== undefined) return row;
  await ownSession(db, owner, session);
  throw new NotFound('branch', branch);
}
