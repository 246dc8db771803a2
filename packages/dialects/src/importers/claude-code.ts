import type { Json, JsonObject, Message } from '@tenfold/core';
import { decodeAnthropic } from '../anthropic/decode.ts';
import { defined, isList, isObject, listOf, objectOf, stringOf } from '../json.ts';
import type { Located } from '../records.ts';
import { AT_ONCE, type Sliced, someInSlices } from '../slices.ts';
import { type Importer, readTwice, type Told, type TwiceRead } from './importer.ts';
import { timeOf, timeSpanOf } from './time-span.ts';

/** What must be known of a row before the talk can be told from its other branches. */
interface Noted {
  /** Which record of the file it is. */
  readonly place: number;
  readonly uuid: string;
  readonly parent: string | undefined;
  /** The answer it is a piece of. */
  readonly answer: string | undefined;
  readonly hasResult: boolean;
  readonly isSide: boolean;
  readonly model: string | undefined;
  readonly at: number | undefined;
  readonly line: number;
  readonly facts: JsonObject;
}

/** Claude Code sessions: a tree of rows, of which the branch that led to the last row is read. */
export const claudeCode: Importer = {
  id: 'claude-code',
  detect: (records) => someInSlices(records, (record) => messageIn(record) !== undefined),
  twice: () => new SessionReading(),
  read: (records) => readTwice(new SessionReading(), records),
};

class SessionReading implements TwiceRead {
  readonly #parents = new Map<string, string | undefined>();
  readonly #rows: Noted[] = [];
  #noted = 0;
  #title: string | undefined;
  #facts: JsonObject = {};
  #taken: ReadonlySet<number> = new Set();
  #read = 0;
  #open: Turn | null = null;

  note({ value, line }: Located): void {
    const place = this.#noted++;
    const { type, summary, uuid, parentUuid, logicalParentUuid, timestamp, isSidechain } = objectOf(value);
    if (type === 'summary') this.#title ??= stringOf(summary);
    // A later compaction may write earlier rows once more, under the same id.
    if (typeof uuid !== 'string' || this.#parents.has(uuid)) return;
    const parent = stringOf(parentUuid);
    this.#parents.set(uuid, parent ?? stringOf(logicalParentUuid));
    const message = messageIn(value);
    if (message === undefined) return;
    this.#rows.push({
      place,
      uuid,
      parent,
      answer: stringOf(message.id),
      hasResult: listOf(message.content).some((block) => objectOf(block).type === 'tool_result'),
      isSide: isSidechain === true,
      model: stringOf(message.model),
      at: timeOf(timestamp),
      line,
      facts: this.#factsOf(objectOf(value)),
    });
  }

  *settle() {
    // A subagent's own talk is left out unless the file holds nothing else.
    const main = this.#rows.filter(({ isSide }) => !isSide);
    const rows = yield* branch(main.length === 0 ? this.#rows : main, this.#parents);
    const [first] = rows;
    if (first === undefined) return undefined;
    this.#taken = new Set(rows.map(({ place }) => place));
    const { sessionId, ...facts } = first.facts;
    const id = stringOf(sessionId);
    // What the program says in the name of a model comes from none.
    const model = rows.findLast((row) => row.model !== undefined && row.model !== '<synthetic>')?.model;
    return {
      ...(id === undefined ? {} : { id }),
      line: first.line,
      ...timeSpanOf(rows.map(({ at }) => at)),
      meta: defined({ title: this.#title, ...facts, model }),
    };
  }

  *read(records: readonly Located[], isLast: boolean): Sliced<Told> {
    const told = { messages: [] as Message[], times: [] as (number | null)[] };
    for (const [index, { value }] of records.entries()) {
      if (index % AT_ONCE === AT_ONCE - 1) yield;
      if (this.#taken.has(this.#read++)) yield* this.#add(turnOf(objectOf(value)), told);
    }
    if (isLast) yield* this.#add(null, told);
    return told;
  }

  /** One answer is written a block a row; rows of the same answer that follow each other are one message, said when its last was. */
  *#add(turn: Turn | null, { messages, times }: { messages: Message[]; times: (number | null)[] }): Sliced<void> {
    const open = this.#open;
    if (open?.blocks && turn?.blocks && turn.role === 'assistant' && turn.id !== undefined && open.id === turn.id) {
      for (const block of turn.blocks) open.blocks.push(block);
      open.at = turn.at;
      return;
    }
    this.#open = turn;
    if (open === null) return;
    const { role, content, blocks, at } = open;
    for (const message of (yield* decodeAnthropic([defined({ role, content: blocks ?? content })])).messages) {
      messages.push(message);
      times.push(at);
    }
  }

  /** What rows say of their session; they seldom differ. */
  #factsOf({ sessionId, cwd, version, gitBranch }: JsonObject): JsonObject {
    const { sessionId: id, ...last } = this.#facts;
    if (id !== sessionId || last.cwd !== cwd || last.version !== version || last.gitBranch !== gitBranch)
      this.#facts = defined({ sessionId, cwd, version, gitBranch });
    return this.#facts;
  }
}

function messageIn(value: Json): JsonObject | undefined {
  const { type, uuid, message } = objectOf(value);
  if ((type !== 'user' && type !== 'assistant') || typeof uuid !== 'string' || !isObject(message)) return undefined;
  return message;
}

interface Turn {
  readonly id: string | undefined;
  readonly role: Json | undefined;
  readonly content: Json | undefined;
  readonly blocks: Json[] | null;
  at: number | null;
}

function turnOf({ message, timestamp }: JsonObject): Turn {
  const { id, role, content } = objectOf(message);
  const blocks = isList(content) ? [...content] : null;
  return { id: stringOf(id), role, content, blocks, at: timeOf(timestamp) ?? null };
}

/**
 * The branch that led to the last row. Where its chain breaks off (rows name parents that were never written), it goes on at the row
 * before; results and pieces of an answer hang beside the chain, and belong to it.
 */
function* branch(rows: readonly Noted[], parents: ReadonlyMap<string, string | undefined>): Sliced<readonly Noted[]> {
  const at = new Map(rows.map((row, index) => [row.uuid, index]));
  const above = nearest(at, parents);
  const taken = new Set<string>();
  let index = rows.length - 1;
  while (index >= 0) {
    const row = rows[index] as Noted;
    if (taken.size % AT_ONCE === AT_ONCE - 1) yield;
    taken.add(row.uuid);
    const parent = above(row.parent);
    const next = parent === undefined ? index - 1 : (at.get(parent) ?? index - 1);
    index = next < index ? next : index - 1;
  }
  const answers = new Set(rows.filter((row) => taken.has(row.uuid)).flatMap(({ answer }) => answer ?? []));
  for (const [at, row] of rows.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) yield;
    const { answer, parent } = row;
    const isPiece = answer !== undefined && answers.has(answer);
    if (isPiece || (row.hasResult && parent !== undefined && taken.has(parent))) taken.add(row.uuid);
  }
  return rows.filter((row) => taken.has(row.uuid));
}

/** The nearest row of the talk at a row or above it; each chain of other rows is walked once, and one that runs in a circle ends. */
function nearest(at: ReadonlyMap<string, number>, parents: ReadonlyMap<string, string | undefined>) {
  const known = new Map<string, string | undefined>();
  return (from: string | undefined): string | undefined => {
    const walked: string[] = [];
    let parent = from;
    while (parent !== undefined && !at.has(parent) && !known.has(parent)) {
      known.set(parent, undefined);
      walked.push(parent);
      parent = parents.get(parent);
    }
    const found = parent === undefined || at.has(parent) ? parent : known.get(parent);
    for (const step of walked) known.set(step, found);
    return found;
  };
}
