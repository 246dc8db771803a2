import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EntryId, entryId, isLong, type Message } from '@tenfold/core';
import type { Insertable } from 'kysely';
import { chainTo, type Place, type Stretch } from './chain.ts';
import { readMessage } from './column-json.ts';
import type { AppendRequest, NewEntry, StoredEntry } from './entry.ts';
import { storedEntry } from './entry-rows.ts';
import { numberedInsert } from './fixed-query.ts';
import type { HeadRow } from './head-rows.ts';
import { namedInTurns } from './planned-append.ts';
import type { Db, Schema } from './schema.ts';
import type { Scope } from './scope.ts';
import { entryWords } from './search-words.ts';
import { sha256, writtenInTurns } from './sha256.ts';
import { callMentions, openCalls, thinkingLeadsTo } from './unit.ts';

/** Where an append begins. */
export interface AppendStart extends Pick<HeadRow, 'position' | 'segment' | 'length'> {
  /** Entries the session has. */
  readonly last_sequence: number;
  /** Who spoke last. */
  readonly tip_role: string | null;
  /** What stands behind the head on its segment, where it is not the end. */
  readonly behind: string | null;
}

type NewRow = Insertable<Schema['entries']>;
const insertEntry = numberedInsert((db, row: NewRow) => db.insertInto('entries').values(row));

/** Entries whose words are written together. */
const WORDS_AT_ONCE = 20;

/** One append under way: entries get their segment, place and sequence one after the other. */
export class Appending {
  readonly #db: Db;
  readonly #scope: Scope;
  readonly #request: AppendRequest;
  readonly #row: AppendStart;
  #sequence: number;
  #end: Place | null;
  #parent: EntryId | null;
  #before: Message | null | undefined;
  #chain: readonly Stretch[] | undefined;
  #words: { readonly number: number; readonly text: string }[] = [];
  /** True once an entry was written: nothing can stand behind it yet. */
  #fresh = false;

  constructor(db: Db, scope: Scope, request: AppendRequest, row: AppendStart) {
    this.#db = db;
    this.#scope = scope;
    this.#request = request;
    this.#row = row;
    this.#sequence = row.last_sequence;
    this.#parent = row.position;
    this.#end = row.segment === null ? null : { segment: row.segment, position: row.length - 1 };
    this.#before = row.tip_role === 'assistant' ? undefined : null;
  }

  async write(entry: NewEntry): Promise<StoredEntry> {
    const { session, at } = this.#request;
    // Each step with a long text takes as long as many entries do.
    const takesLong = isLong(entry.message);
    const id = takesLong
      ? await namedInTurns(this.#parent, entry.message, nextTurn)
      : entryId(this.#parent, entry.message, sha256);
    const forks = this.#fresh ? false : await this.#forks();
    const known = forks ? await this.#existing(id) : undefined;
    // What is there already stays as it was stored.
    if (known !== undefined) return this.#step(storedEntry(known), { segment: known.segment, position: known.position });
    const place = this.#end !== null && !forks ? behind(this.#end) : await this.#nextPlace();
    const { answers, open } = callMentions(entry.message);
    const isTied = answers.length > 0 || entry.message.role === 'assistant';
    const { text: message, digest } = takesLong
      ? await writtenInTurns(entry.message, receiptOf(id, ''), nextTurn)
      : written(id, JSON.stringify(entry.message));
    const row = {
      session,
      id,
      parent: this.#parent,
      ...place,
      sequence: ++this.#sequence,
      role: entry.message.role,
      message,
      digest,
      unit_start: isTied ? await this.#unitStart(entry.message, answers, place.position) : null,
      input_tokens: entry.inputTokens ?? null,
      output_tokens: entry.outputTokens ?? null,
      counted_tokens: entry.countedTokens ?? null,
      created_at: entry.at ?? at,
    };
    if (takesLong) await nextTurn();
    const number = await insertEntry(this.#db, row);
    if (takesLong) await nextTurn();
    this.#words.push({ number, text: entryWords(entry.message) });
    if (this.#words.length >= WORDS_AT_ONCE || takesLong) await this.finish();
    if (takesLong) await nextTurn();
    const calls = [...open].map(([id, isOpen]) => ({ session, call_id: id, ...place, open: isOpen ? 1 : 0 }));
    if (calls.length > 0) await this.#db.insertInto('calls').values(calls).execute();
    this.#fresh = true;
    return this.#step(storedEntry({ ...row, number }, entry.message), place);
  }

  /** Puts into the index what is not there yet. */
  async finish(): Promise<void> {
    const words = this.#words;
    this.#words = [];
    if (words.length > 0) await this.#scope.fts.add(this.#db, 'entries', words);
  }

  /** Where the last entry stands. */
  get place(): Place | null {
    return this.#end;
  }

  /** Entries that were new. */
  get written(): number {
    return this.#sequence - this.#row.last_sequence;
  }

  #step(entry: StoredEntry, place: Place): StoredEntry {
    this.#parent = entry.id;
    this.#end = place;
    this.#before = entry.message;
    this.#chain = undefined;
    return entry;
  }

  async #existing(id: EntryId) {
    return this.#db
      .selectFrom('entries')
      .selectAll()
      .where('session', '=', this.#request.session)
      .where('id', '=', id)
      .executeTakeFirst();
  }

  /** True when something stands behind the end already: the first child of an entry always goes on its segment. */
  async #forks(): Promise<boolean> {
    if (this.#end === null) return this.#sequence > 0;
    if (this.#parent === this.#row.position) return this.#row.behind !== null;
    const behind = await this.#db
      .selectFrom('entries')
      .select('id')
      .where('session', '=', this.#request.session)
      .where('segment', '=', this.#end.segment)
      .where('position', '=', this.#end.position + 1)
      .executeTakeFirst();
    return behind !== undefined;
  }

  /** The place after the end on a new segment, where its own goes on with something else or there is none. */
  async #nextPlace(): Promise<Place> {
    const position = (this.#end?.position ?? -1) + 1;
    const { session } = this.#request;
    const last = await this.#db
      .selectFrom('segments')
      .select((on) => on.fn.max('segment').as('segment'))
      .where('session', '=', session)
      .executeTakeFirst();
    const segment = (last?.segment ?? -1) + 1;
    const row = { session, segment, parent_segment: this.#end?.segment ?? null, first_position: position };
    await this.#db.insertInto('segments').values(row).execute();
    return { segment, position };
  }

  /** Lowest position the message must stay together with. */
  async #unitStart(message: Message, answers: readonly string[], position: number): Promise<number | null> {
    const ties: number[] = [];
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
      this.#before = row === undefined ? null : readMessage(row.message);
    }
    return this.#before;
  }
}

function behind({ segment, position }: Place): Place {
  return { segment, position: position + 1 };
}

/** Receipt of a stored row: its id and every byte of its message. */
export function entryDigest(id: EntryId, message: string): string {
  return sha256(receiptOf(id, message));
}

function receiptOf(id: EntryId, message: string): string {
  return `${id}\n${message}`;
}

function written(id: EntryId, text: string): { readonly text: string; readonly digest: string } {
  return { text, digest: entryDigest(id, text) };
}
