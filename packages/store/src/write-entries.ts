import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EntryId, isLong, type Message } from '@tenfold/core';
import type { Insertable, Selectable } from 'kysely';
import { chainTo, onChain, type Place, type Stretch } from './chain.ts';
import { readMessage, sha256, written } from './column-json.ts';
import type { StoredEntry, UnstoredEntry } from './entry.ts';
import { allOf, fixedQuery, numberedInsert } from './fixed-query.ts';
import { entryWords } from './fts.ts';
import { createYield } from './planned-append.ts';
import { readInSlices, slicesOf } from './rows.ts';
import type { Db, Schema } from './schema.ts';
import type { Scope } from './scope.ts';

/** Where entries that have their names and positions are written. */
export interface Room {
  /** Where the entry before them stands, and who spoke it. */
  readonly after: Place | null;
  readonly role: string | null;
  readonly segment: number;
  /** Entries the session has without them. */
  readonly stored: number;
}

const insertEntry = numberedInsert((db, row: Insertable<Schema['entries']>) => db.insertInto('entries').values(row));

/** Entries that are written together: statements a backend need not answer one by one. */
const AT_ONCE = 20;

/** Writes entries one behind the other, with their words and calls. */
export async function writeEntries(
  db: Db,
  { fts }: Pick<Scope, 'fts'>,
  entries: readonly UnstoredEntry[],
  { after, role, segment, stored }: Room,
): Promise<readonly StoredEntry[]> {
  const yieldToOthers = createYield();
  const done: StoredEntry[] = [];
  let words: Promise<{ number: number; text: string }>[] = [];
  let calls: Promise<unknown>[] = [];
  /** Each takes its turn behind those before it, so one of them fails before anything behind it that is waited for does. */
  const begun = <T>(statement: Promise<T>) => {
    statement.catch(() => undefined);
    return statement;
  };
  for (const [at, entry] of entries.entries()) {
    const { id, message, session, parent, position } = entry;
    // Each step with a long text takes as long as many entries do.
    const takesLong = isLong(message);
    const { answers, open } = callMentions(message);
    const { text, digest } = await written(message, `${id}\n`, nextTurn);
    // What it answers may have been called by one that is still being written.
    if (answers.length > 0) await allOf(calls);
    const row = {
      session,
      id,
      parent,
      segment,
      position,
      sequence: stored + at + 1,
      role: message.role,
      message: text,
      digest,
      unit_start: await unitStart(db, entry, answers, {
        end: at === 0 ? after : { segment, position: position - 1 },
        before: at === 0 ? role : (entries[at - 1] as UnstoredEntry).message,
      }),
      input_tokens: entry.inputTokens,
      output_tokens: entry.outputTokens,
      counted_tokens: entry.countedTokens,
      created_at: entry.createdAt,
    };
    if (takesLong) await nextTurn();
    words.push(begun(insertEntry(db, row).then((number) => ({ number, text: entryWords(message) }))));
    const mentions = [...open].map(([call, isOpen]) => ({ session, call_id: call, segment, position, open: isOpen ? 1 : 0 }));
    if (open.size > 0) for (const some of slicesOf(mentions)) calls.push(begun(db.insertInto('calls').values(some).execute()));
    if (takesLong) await nextTurn();
    if (words.length >= AT_ONCE || takesLong || at === entries.length - 1) {
      const [together] = await allOf([allOf(words), allOf(calls)]);
      await fts.add(db, 'entries', together);
      words = [];
      calls = [];
    }
    if (takesLong) await nextTurn();
    done.push({ ...entry, sequence: row.sequence });
    if (at < entries.length - 1) await yieldToOthers();
  }
  return done;
}

/** What a message says of tool calls. */
interface CallMentions {
  /** Calls of earlier messages that it answers, by their own ids. */
  readonly answers: readonly string[];
  /** Every id it mentions, as it is indexed, and whether that call waits for an answer after it. */
  readonly open: ReadonlyMap<string, boolean>;
}

/** Reads a message the way core pairs calls and results: a result answers the latest open call of its id, once. */
export function callMentions(message: Message): CallMentions {
  const open = new Map<string, boolean>();
  const answers: string[] = [];
  for (const part of message.parts) {
    // A call without an id, as files and clients bring them, belongs to no result: it is stored all the same, and sent as text.
    if ((part.type !== 'tool-call' && part.type !== 'tool-result') || typeof part.id !== 'string') continue;
    const id = indexed(part.id);
    if (part.type === 'tool-call') open.set(id, true);
    if (part.type !== 'tool-result') continue;
    if (!open.has(id)) answers.push(part.id);
    open.set(id, false);
  }
  return { answers, open };
}

/** Letters of an id that an index of PostgreSQL takes beside the rest of its row: of longer ones there is a sum. */
const MAX_INDEXED = 300;

function indexed(id: string): string {
  return id.length <= MAX_INDEXED ? id : sha256(id);
}

/** True when thinking that stands alone belongs to the message after it. */
function thinkingLeadsTo(before: Message | null, message: Message): boolean {
  return message.role === 'assistant' && before?.role === 'assistant' && before.parts.at(-1)?.type === 'reasoning';
}

/** Ids that are looked for one by one. */
const FEW = 16;

/** Positions of the calls of these ids that still wait for an answer at the end of a chain. */
async function openCalls(db: Db, session: string, chain: readonly Stretch[], ids: readonly string[]): Promise<number[]> {
  const latestOf = (some: readonly string[]) => (some.length > FEW ? latestOfMany : latestOfFew)(db, session, chain, some);
  const latest = await latestOf(ids.map(indexed));
  // Earlier versions indexed long ids as they are; what is written since stands behind that.
  const long = ids.filter((id) => indexed(id) !== id && !latest.has(indexed(id)));
  const earlier = long.length === 0 ? [] : (await latestOf(long)).values();
  return [...latest.values(), ...earlier].filter((row) => row.open === 1).map((row) => row.position);
}

type Mention = Pick<Selectable<Schema['calls']>, 'position' | 'open'>;
/** By id, as it is indexed. */
type Mentions = ReadonlyMap<string, Mention>;

const latestIn = fixedQuery(
  (db, { session, call, segment, to }: { session: string; call: string; segment: number; to: number }) =>
    db
      .selectFrom('calls')
      .select(['position', 'open'])
      .where('session', '=', session)
      .where('call_id', '=', call)
      .where('segment', '=', segment)
      .where('position', '<=', to)
      .orderBy('position', 'desc')
      .limit(1),
);

/** The latest mention of each: some programs give every call the same id, so that all of them are far too many to read. */
async function latestOfFew(db: Db, session: string, chain: readonly Stretch[], ids: readonly string[]): Promise<Mentions> {
  const latest = new Map<string, Mention>();
  for (const call of ids)
    for (let at = chain.length - 1; at >= 0 && !latest.has(call); at--) {
      const { segment, to } = chain[at] as Stretch;
      const [found] = await latestIn(db, { session, call, segment, to });
      if (found !== undefined) latest.set(call, found);
    }
  return latest;
}

async function latestOfMany(db: Db, session: string, chain: readonly Stretch[], ids: readonly string[]): Promise<Mentions> {
  const of = db.selectFrom('calls').select(['call_id', 'segment', 'position', 'open']).where('session', '=', session);
  const rows = await readInSlices(ids, (some) => of.where('call_id', 'in', some).orderBy('position').execute());
  return new Map(rows.filter((row) => onChain(chain, row)).map((row) => [row.call_id, row]));
}

/** Lowest position an entry must stay together with, behind an end and the message before it, or who spoke that. */
async function unitStart(
  db: Db,
  { session, message, parent, position }: UnstoredEntry,
  answers: readonly string[],
  { end, before }: { end: Place | null; before: Message | string | null },
): Promise<number | null> {
  const ties = answers.length === 0 ? [] : await openCalls(db, session, await chainTo(db, session, end), answers);
  if (message.role === 'assistant') {
    const said = before === 'assistant' ? await messageOf(db, session, parent) : before;
    if (said !== null && typeof said !== 'string' && thinkingLeadsTo(said, message)) ties.push(position - 1);
  }
  return ties.length === 0 ? null : ties.reduce((least, tie) => Math.min(least, tie));
}

async function messageOf(db: Db, session: string, id: EntryId | null): Promise<Message | null> {
  const found = db.selectFrom('entries').select('message').where('session', '=', session).where('id', '=', id);
  const row = await found.executeTakeFirst();
  return row === undefined ? null : readMessage(row.message);
}

/** Receipt of a stored row: its id and every byte of its message. */
export function entryDigest(id: EntryId, message: string): string {
  return sha256(`${id}\n${message}`);
}
