import type { Message } from '../../../packages/core/src/index.ts';
import { evidenceKept } from './evidence-kept.ts';
import { count, weigh } from './recorded-sessions.ts';

/** What a request costs, as shares of the price of a plain input token. An answer costs five times as much. */
export const PRICES = { read: 0.1, write: 1.25, output: 5 } as const;

/** Tokens a summarizer read and wrote. */
export interface Summarized {
  readonly input: number;
  readonly output: number;
}

/** What a contender sends for one request. */
export interface Sent {
  readonly messages: readonly Message[];
  readonly summarized?: Summarized;
  /** True where only the floor made it fit. */
  readonly floor?: boolean;
}

/** One conversation in the hands of a contender: given all messages so far, what it sends. */
export type Sender = (messages: readonly Message[]) => Sent | Promise<Sent>;

/** Somebody who keeps requests small. */
export interface Contender {
  readonly name: string;
  begin(): Sender;
  /** The messages as a reader can restore them from what was sent. */
  read?(messages: readonly Message[]): readonly Message[];
}

/** What a whole session came to. */
export interface Replayed {
  readonly contender: string;
  readonly requests: number;
  /** Cost against sending everything, the summarizer not billed and at a quarter of the model's price. */
  readonly free: number;
  readonly quarter: number;
  /** Requests whose beginning was not what the provider had cached. */
  readonly breaks: number;
  /** Requests above the trigger, and those that only the floor made fit. */
  readonly unfit: number;
  readonly floors: number;
  /** Tokens of the largest request. */
  readonly largest: number;
  /** Share of the facts of the session so far that are in what was sent; the mean over several requests. */
  readonly evidence: number;
  /** Milliseconds in all. */
  readonly ms: number;
}

/** Requests, evenly spread over those above the trigger, at which evidence is looked for. */
const LOOKS = 4;

/** Plays a session request by request; a provider caches what it was sent, message by message. */
export async function replay(messages: readonly Message[], contender: Contender, trigger: number): Promise<Replayed> {
  const asked = requestsOf(messages);
  const looks = looksAt(messages, asked, trigger);
  const send = contender.begin();
  const sum = { cost: 0, base: 0, input: 0, output: 0, breaks: 0, unfit: 0, floors: 0, largest: 0, ms: 0, evidence: 0 };
  let cached: readonly Message[] = [];
  let before = 0;
  for (const end of asked) {
    const known = messages.slice(0, end);
    const start = performance.now();
    const { messages: sent, summarized, floor } = await send(known);
    sum.ms += performance.now() - start;
    const same = sharedPrefix(cached, sent);
    const read = weigh(sent.slice(0, same));
    const tokens = weigh(sent);
    sum.cost += read * PRICES.read + (tokens - read) * PRICES.write;
    if (same < cached.length) sum.breaks++;
    if (tokens > trigger) sum.unfit++;
    if (floor) sum.floors++;
    sum.largest = Math.max(sum.largest, tokens);
    sum.input += summarized?.input ?? 0;
    sum.output += summarized?.output ?? 0;
    const all = weigh(known);
    sum.base += before * PRICES.read + (all - before) * PRICES.write;
    before = all;
    cached = sent;
    if (looks.has(end)) sum.evidence += evidenceKept(known, contender.read?.(sent) ?? sent) / looks.size;
  }
  const summarizer = sum.input + sum.output * PRICES.output;
  return {
    contender: contender.name,
    requests: asked.length,
    free: sum.cost / sum.base,
    quarter: (sum.cost + summarizer / 4) / sum.base,
    breaks: sum.breaks,
    unfit: sum.unfit,
    floors: sum.floors,
    largest: sum.largest,
    evidence: sum.evidence,
    ms: sum.ms,
  };
}

/** A request was made before each answer; an answer may be several messages in a row. */
export function requestsOf(messages: readonly Message[]): readonly number[] {
  const isAnswer = (index: number) => messages[index]?.role === 'assistant';
  return messages.flatMap((_, index) => (index > 0 && isAnswer(index) && !isAnswer(index - 1) ? [index] : []));
}

function looksAt(messages: readonly Message[], asked: readonly number[], trigger: number): ReadonlySet<number> {
  const above = asked.filter((end) => weigh(messages.slice(0, end)) > trigger);
  return new Set(Array.from({ length: LOOKS }, (_, look) => above[Math.ceil(((look + 1) * above.length) / LOOKS) - 1] ?? 0));
}

function sharedPrefix(cached: readonly Message[], sent: readonly Message[]): number {
  let same = 0;
  while (same < cached.length && same < sent.length && isSame(cached[same] as Message, sent[same] as Message)) same++;
  return same;
}

function isSame(a: Message, b: Message): boolean {
  return a === b || (count.message(a) === count.message(b) && JSON.stringify(a) === JSON.stringify(b));
}
