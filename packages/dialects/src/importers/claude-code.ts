import type { Json, JsonObject, Message } from '@tenfold/core';
import { decodeAnthropic } from '../anthropic/decode.ts';
import { defined, isList, isObject, listOf, objectOf, stringOf, wordOf } from '../json.ts';
import type { Located } from '../records.ts';
import { AT_ONCE, mapInSlices, type Sliced, someInSlices } from '../slices.ts';
import type { Importer } from './importer.ts';
import { saidAt, timeOf } from './said-at.ts';

/** One line of a session that is part of the talk. */
interface SessionLine {
  readonly uuid: string;
  readonly parent: string | undefined;
  readonly message: JsonObject;
  readonly record: JsonObject;
  readonly line: number;
}

/** Claude Code sessions: a tree of rows, of which the branch that led to the last row is read. */
export const claudeCode: Importer = {
  id: 'claude-code',
  name: 'Claude Code session',
  detect: (records) => someInSlices(records, (record) => rowOf({ value: record, line: 0 }) !== undefined),
  *read(records) {
    const rows = yield* talk(records);
    const [first] = rows;
    if (first === undefined) return [];
    const { sessionId, cwd, version, gitBranch } = first.record;
    const titled = records.find(
      ({ value }) => objectOf(value).type === 'summary' && stringOf(objectOf(value).summary) !== undefined,
    );
    const title = objectOf(titled?.value ?? null).summary;
    const id = stringOf(sessionId);
    const { messages, times } = yield* decoded(yield* joinAnswers(rows));
    return [
      {
        ...(id === undefined ? {} : { id }),
        line: first.line,
        ...saidAt(rows.map(({ record }) => record.timestamp)),
        times,
        meta: defined({ title, cwd, version, gitBranch, model: modelOf(rows) }),
        frame: {},
        messages,
      },
    ];
  },
};

/** The model that answered last; what the program says in its name comes from none. */
function modelOf(rows: readonly SessionLine[]): string | undefined {
  const answer = rows.findLast(({ message }) => typeof message.model === 'string' && message.model !== '<synthetic>');
  return stringOf(answer?.message.model);
}

function rowOf({ value, line }: Pick<Located, 'value' | 'line'>): SessionLine | undefined {
  if (!isObject(value)) return undefined;
  const { type, uuid, message, parentUuid } = value;
  if ((type !== 'user' && type !== 'assistant') || typeof uuid !== 'string' || !isObject(message)) return undefined;
  return { uuid, parent: stringOf(parentUuid), message, record: value, line };
}

/** The rows of the talk, in the order of the file. A subagent's own talk is left out unless the file holds nothing else. */
function* talk(records: readonly Located[]): Sliced<readonly SessionLine[]> {
  const parents = new Map<string, string | undefined>();
  const rows: SessionLine[] = [];
  for (const [index, located] of records.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) yield;
    const { uuid, parentUuid, logicalParentUuid } = objectOf(located.value);
    // A later compaction may write earlier rows once more, under the same id.
    if (typeof uuid !== 'string' || parents.has(uuid)) continue;
    parents.set(uuid, stringOf(parentUuid) ?? stringOf(logicalParentUuid));
    const row = rowOf(located);
    if (row !== undefined) rows.push(row);
  }
  const main = rows.filter(({ record }) => record.isSidechain !== true);
  return yield* branch(main.length === 0 ? rows : main, parents);
}

/**
 * The branch that led to the last row. Where its chain breaks off (rows name parents that were never written), it goes on at the row
 * before; results and pieces of an answer hang beside the chain, and belong to it.
 */
function* branch(rows: readonly SessionLine[], parents: ReadonlyMap<string, string | undefined>): Sliced<readonly SessionLine[]> {
  const at = new Map(rows.map((row, index) => [row.uuid, index]));
  const above = nearest(at, parents);
  const taken = new Set<string>();
  let index = rows.length - 1;
  while (index >= 0) {
    const row = rows[index] as SessionLine;
    if (taken.size % AT_ONCE === AT_ONCE - 1) yield;
    taken.add(row.uuid);
    const parent = above(row.parent);
    const next = parent === undefined ? index - 1 : (at.get(parent) ?? index - 1);
    index = next < index ? next : index - 1;
  }
  const answers = new Set(rows.filter((row) => taken.has(row.uuid)).flatMap(({ message }) => stringOf(message.id) ?? []));
  for (const [at, row] of rows.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) yield;
    if (answers.has(wordOf(row.message.id)) || (hasResult(row) && taken.has(wordOf(row.parent)))) taken.add(row.uuid);
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

function hasResult({ message }: SessionLine): boolean {
  return listOf(message.content).some((block) => objectOf(block).type === 'tool_result');
}

/** The messages of a talk, each with its time: what is a turn there may be two here. */
function* decoded(
  turns: readonly Joined[],
): Sliced<{ readonly messages: readonly Message[]; readonly times: readonly (number | null)[] }> {
  const wire = yield* mapInSlices(turns, ({ role, content, blocks }) => defined({ role, content: blocks ?? content }));
  const messages: Message[] = [];
  const times: (number | null)[] = [];
  for (const [index, one] of wire.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) yield;
    for (const message of (yield* decodeAnthropic([one])).messages) {
      messages.push(message);
      times.push(turns[index]?.at ?? null);
    }
  }
  return { messages, times };
}

interface Joined {
  readonly id: string | undefined;
  readonly role: Json | undefined;
  readonly content: Json | undefined;
  readonly blocks: Json[] | null;
  at: number | null;
}

/** One answer is written a block a row; rows of the same answer that follow each other are one message, said when its last was. */
function* joinAnswers(rows: readonly SessionLine[]): Sliced<readonly Joined[]> {
  const messages: Joined[] = [];
  for (const [index, { message, record }] of rows.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) yield;
    const { role, content } = message;
    const at = timeOf(record.timestamp) ?? null;
    const id = stringOf(message.id);
    const last = messages.at(-1);
    const blocks = isList(content) ? [...content] : null;
    if (role === 'assistant' && id !== undefined && last?.id === id && last.blocks !== null && blocks !== null) {
      for (const block of blocks) last.blocks.push(block);
      last.at = at;
    } else messages.push({ id, role, content, blocks, at });
  }
  return messages;
}
