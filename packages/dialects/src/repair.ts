import type { Message, Part, ToolCall, ToolResult } from '@tenfold/core';
import { type AmongResults, canonical } from './canonical.ts';
import { inertResult, NO_RESULT } from './inert.ts';
import { AT_ONCE, finish, type Sliced, someInSlices } from './slices.ts';
import { type IdRules, wireIds } from './wire-id.ts';

/** What one wire asks of tool transactions. */
export interface RepairRules extends IdRules {
  /** Which opaque parts may stand among tool results; none by default. */
  readonly amongResults?: AmongResults;
  /** Which results answer a call that the vendor keeps, and so stand without it; none by default. */
  readonly answersStored?: (result: ToolResult) => boolean;
}

/**
 * Makes tool transactions whole, whatever was imported: every call is answered right after it, ids are unique, results without a call
 * are marked text. Messages that are whole already come back as the same objects. A transaction ends at the next message of the model
 * that follows somebody else's, so what is decided before such a message never changes later.
 */
export function repair(messages: readonly Message[], rules: RepairRules): readonly Message[] {
  return messages.every(isPlain) ? messages : finish(repairInSlices(messages, rules));
}

/** The same in slices. */
export function* repairInSlices(messages: readonly Message[], rules: RepairRules): Sliced<readonly Message[]> {
  if (!(yield* someInSlices(messages, (message) => !isPlain(message)))) return messages;
  const all: Message[] = [];
  for (const [at, message] of messages.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) yield;
    for (const one of canonical(message, rules.amongResults ?? (() => false))) all.push(one);
  }
  const ids = wireIds(rules);
  const repaired: Message[] = [];
  let start = 0;
  for (let rested = 0; start < all.length; ) {
    const answersFrom = runEnd(all, start, true);
    const end = runEnd(all, answersFrom, false);
    ids.nextTurn();
    for (const message of transaction(all.slice(start, answersFrom), all.slice(answersFrom, end), ids.name, rules))
      repaired.push(message);
    start = end;
    if (start - rested < AT_ONCE) continue;
    rested = start;
    yield;
  }
  return repaired.length === messages.length && repaired.every((message, index) => message === messages[index])
    ? messages
    : repaired;
}

/** Words alone: nothing that could be torn or stand in the wrong place. */
function isPlain({ role, parts }: Message): boolean {
  for (const { type } of parts) if (type !== 'text') return false;
  return role !== 'tool';
}

function runEnd(messages: readonly Message[], start: number, assistant: boolean): number {
  let end = start;
  while (end < messages.length && (messages[end]?.role === 'assistant') === assistant) end += 1;
  return end;
}

/** A call that waits for its result: its id on the wire and the message of the run that made it. */
interface OpenCall {
  readonly id: string;
  readonly call: ToolCall;
  readonly owner: number;
}

/** The model's messages, each with its results right behind, then what else was said meanwhile. */
function transaction(
  run: readonly Message[],
  stretch: readonly Message[],
  nameOf: (id: string) => string,
  { answersStored }: RepairRules,
): readonly Message[] {
  const { asked, open } = openCalls(run, nameOf);
  const answers: Message[][] = run.map(() => []);
  const others: Message[] = [];
  for (const message of stretch) {
    if (message.role !== 'tool') others.push(message);
    else if (isStored(message, open, answersStored)) others.push(message);
    else deliver(message, open, answers, others);
  }
  for (const { id, call, owner } of [...open.values()].flat()) {
    answers[owner]?.push({ role: 'tool', parts: [{ type: 'tool-result', id, name: call.name, output: NO_RESULT }] });
  }
  return [...asked.flatMap((message, owner) => [message, ...(answers[owner] ?? [])]), ...others];
}

/** Whether all of a message are results of calls that are nowhere here because the vendor keeps them. */
function isStored({ parts }: Message, open: ReadonlyMap<string, unknown>, answersStored: RepairRules['answersStored']): boolean {
  if (answersStored === undefined) return false;
  return parts.every((part) => part.type === 'tool-result' && !open.has(part.id) && answersStored(part));
}

function openCalls(run: readonly Message[], nameOf: (id: string) => string) {
  const open = new Map<string, OpenCall[]>();
  const asked = run.map((message, owner) => {
    let renamed = false;
    const parts = message.parts.map((part) => {
      if (part.type !== 'tool-call') return part;
      const id = nameOf(part.id);
      const waiting = open.get(part.id);
      if (waiting === undefined) open.set(part.id, [{ id, call: part, owner }]);
      else waiting.push({ id, call: part, owner });
      if (id === part.id) return part;
      renamed = true;
      return { ...part, id };
    });
    return renamed ? { ...message, parts } : message;
  });
  return { asked, open };
}

/** Sorts the results of one message to their calls; what answers no open call becomes marked text. */
function deliver(message: Message, open: Map<string, OpenCall[]>, answers: Message[][], others: Message[]): void {
  const pieces: { owner: number | undefined; parts: Part[] }[] = [];
  let changed = false;
  if (!message.parts.some((part) => part.type === 'tool-result')) {
    (answers.at(-1) ?? others).push(message);
    return;
  }
  for (const part of message.parts) {
    const call = part.type === 'tool-result' ? takeCall(open, part) : undefined;
    const owner = part.type === 'tool-result' ? call?.owner : pieces.at(-1)?.owner;
    const placed: readonly Part[] =
      part.type !== 'tool-result' ? [part] : call === undefined ? inertResult(part) : [renamed(part, call.id)];
    changed ||= placed[0] !== part;
    const last = pieces.at(-1);
    if (last === undefined || last.owner !== owner) pieces.push({ owner, parts: [...placed] });
    else for (const one of placed) last.parts.push(one);
  }
  for (const { owner, parts } of pieces) {
    const whole = pieces.length === 1 && !changed;
    if (owner === undefined || answers[owner] === undefined) others.push({ role: 'user', parts });
    else answers[owner].push(whole ? message : { ...message, parts });
  }
}

function takeCall(open: Map<string, OpenCall[]>, result: ToolResult): OpenCall | undefined {
  const waiting = open.get(result.id);
  const call = waiting?.shift();
  if (waiting?.length === 0) open.delete(result.id);
  return call;
}

function renamed(result: ToolResult, id: string): ToolResult {
  return result.id === id ? result : { ...result, id };
}
