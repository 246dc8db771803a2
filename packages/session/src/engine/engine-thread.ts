import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { CannotFit, type Entry, type Fold, type NetEffect, type Outcome, positionsOf } from '@tenfold/core';
import { threadEnvironment } from '@tenfold/store';
import { type IdleWatch, idleWatch } from '../idle-watch.ts';
import { reasonOf } from '../log.ts';
import type { Answerer, KeptFacts, OpenedPlan } from './opened-plan.ts';
import type { OnProgress, PlanSource } from './plan-source.ts';
import type { BareEstimate, BareOutcome, FromThread, ToThread } from './thread-message.ts';

/** Entries handed over at once: a millisecond or two. */
const ENTRIES = 400;
/**
 * Milliseconds an idle thread stays, and then until the process is idle too, since one fold seldom comes alone: ended and begun anew all
 * the time, it would take memory in steps of 50 MB. One that has had a long plan holds much, which goes with it.
 */
const IDLE_MS = { usual: 30_000, long: 5_000 };
/** Milliseconds between two looks whether the process is. */
const LOOK_MS = 10_000;
/** Tokens from which on a plan is long. */
const LONG = 200_000;
/** Megabytes for its youngest objects, a third of them in use at a time; by itself it would take 100 for a fold that is done in a moment. */
const YOUNG = 24;
const GIVEN_UP = 'The run was given up.';

/** Absent where everything was bundled into one file. */
const FILE = new URL(`./thread-main${extname(import.meta.url)}`, import.meta.url);

/** What a plan waits for. */
interface Waiting {
  readonly source: PlanSource;
  readonly onProgress: OnProgress | undefined;
  answer: Answerer | null;
  /** One thing is asked for at a time. */
  reply?: PromiseWithResolvers<unknown>;
}

/** A thread that runs the engine, seen from outside. */
export class EngineThread {
  static readonly isThere = existsSync(FILE);
  readonly #worker = new Worker(FILE, {
    env: threadEnvironment(),
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG },
  });
  readonly #plans = new Map<number, Waiting>();
  readonly #onEnd: () => void;
  readonly #watch: () => IdleWatch;
  #last = 0;
  #ended: string | null = null;
  #idle: NodeJS.Timeout | undefined;
  #hadLong = false;

  /** `onEnd` is called once it takes no more plans. */
  constructor(onEnd: () => void, watch = idleWatch) {
    this.#onEnd = onEnd;
    this.#watch = watch;
    this.#worker.on('message', (message: FromThread) => this.#receive(message));
    this.#worker.on('error', (error) => this.#end(`The engine's thread failed: ${reasonOf(error)}`));
    this.#worker.on('exit', () => this.#end("The engine's thread ended."));
  }

  /** Plans it has open. */
  get load(): number {
    return this.#plans.size;
  }

  open(source: PlanSource, onProgress?: OnProgress): OpenedPlan {
    clearTimeout(this.#idle);
    this.#worker.ref();
    if (source.used > LONG) this.#hadLong = true;
    const id = ++this.#last;
    const waiting: Waiting = { source, onProgress, answer: null };
    this.#plans.set(id, waiting);
    const isSent = this.#sendConversation(id, source);
    // Whoever asks for something hears of it; where nobody does, it ends with the plan.
    isSent.catch(() => {});
    const request = async (message: ToThread) => {
      await isSent;
      return this.#request(message, waiting);
    };
    const fetchOutcome = async (of: 'estimate' | 'run', outcome: BareOutcome): Promise<Outcome> => {
      const folds: Fold[] = [];
      while (folds.length < outcome.folds)
        folds.push(...((await request({ plan: id, type: 'folds', of, from: folds.length })) as readonly Fold[]));
      return outcomeHere(outcome, folds, source);
    };
    return {
      async estimate(summarizer) {
        const { outcome, ...estimate } = (await request({ plan: id, type: 'estimate', summarizer })) as BareEstimate;
        return { ...estimate, outcome: await fetchOutcome('estimate', outcome) };
      },
      async condense(answer) {
        waiting.answer = answer;
        return fetchOutcome('run', (await request({ plan: id, type: 'condense', asks: answer !== null })) as BareOutcome);
      },
      effect: (of, terms) => request({ plan: id, type: 'effect', of, terms }) as Promise<NetEffect>,
      facts: (of, probes) => request({ plan: id, type: 'facts', of, probes }) as Promise<KeptFacts>,
      close: () => this.#close(id),
    };
  }

  /** Sends a conversation over, others being served in between. */
  async #sendConversation(plan: number, { conversation, ...source }: PlanSource): Promise<void> {
    const { transcript, ...rest } = conversation;
    this.#post({ plan, type: 'open', source, conversation: rest, length: transcript.length });
    await nextTurn();
    let entries: (readonly [number, Entry])[] = [];
    for (const position of positionsOf(transcript).values()) {
      entries.push([position, transcript[position] as Entry]);
      if (entries.length < ENTRIES) continue;
      this.#post({ plan, type: 'entries', entries });
      entries = [];
      await nextTurn();
    }
    this.#post({ plan, type: 'entries', entries });
  }

  #post(message: ToThread): void {
    if (this.#plans.has(message.plan) || message.type === 'close') this.#worker.postMessage(message);
  }

  /** What comes from afar takes a while to be read; what is made of it waits for the next turn. */
  async #request(message: ToThread, waiting: Waiting): Promise<unknown> {
    if (!this.#plans.has(message.plan)) throw new Error(this.#ended ?? GIVEN_UP);
    waiting.reply = Promise.withResolvers();
    this.#post(message);
    const reply = await waiting.reply.promise;
    // Reading a long one took its time. What is put off once comes before anybody else's request, put off twice behind it.
    await nextTurn();
    await nextTurn();
    return reply;
  }

  #receive(message: FromThread): void {
    const waiting = this.#plans.get(message.plan);
    if (waiting === undefined) return;
    switch (message.type) {
      case 'progress':
        waiting.onProgress?.(message.progress);
        return;
      case 'ask':
        void this.#answer(message, waiting);
        return;
      case 'reply':
        waiting.reply?.resolve(message.value);
        return;
      case 'failed':
        fail(waiting, new Error(message.reason));
    }
  }

  async #answer({ plan, ask, question }: Extract<FromThread, { type: 'ask' }>, waiting: Waiting): Promise<void> {
    try {
      const answer = (await waiting.answer?.(question)) ?? null;
      this.#post({ plan, type: 'answer', ask, answer });
    } catch (error) {
      fail(waiting, error);
    }
  }

  #close(id: number): void {
    const waiting = this.#plans.get(id);
    if (waiting === undefined) return;
    this.#plans.delete(id);
    fail(waiting, new Error(GIVEN_UP));
    this.#post({ plan: id, type: 'close' });
    if (this.#plans.size > 0) return;
    this.#worker.unref();
    this.#rest(this.#hadLong ? IDLE_MS.long : IDLE_MS.usual, this.#watch());
  }

  /** Ends it after a while without a plan. */
  #rest(ms: number, isIdle: IdleWatch): void {
    this.#idle = setTimeout(() => {
      if (!this.#hadLong && !isIdle()) return this.#rest(LOOK_MS, isIdle);
      this.#onEnd();
      void this.#worker.terminate();
    }, ms).unref();
  }

  #end(reason: string): void {
    this.#onEnd();
    this.#ended ??= `${reason} Nothing was changed; try it again.`;
    for (const waiting of this.#plans.values()) fail(waiting, new Error(this.#ended));
    this.#plans.clear();
  }
}

/** Whoever has been answered already hears nothing of it. */
function fail({ reply }: Waiting, error: unknown): void {
  reply?.promise.catch(() => {});
  reply?.reject(error);
}

/** An outcome with the conversation it was made on, as if it had been made here. */
function outcomeHere({ unmet, ...outcome }: BareOutcome, folds: readonly Fold[], { conversation }: PlanSource): Outcome {
  return {
    ...outcome,
    folds,
    conversation: { ...conversation, folds: [...conversation.folds, ...folds] },
    unmet: unmet === null ? null : new CannotFit(unmet.tokens, unmet.room, unmet.held),
  };
}
