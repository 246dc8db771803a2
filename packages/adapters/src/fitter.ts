import {
  answerWith,
  type Conversation,
  condenseLoop,
  EMBEDDED_WINDOW,
  type EntryId,
  embeddedAnswerer,
  formatReport,
  goalAfterRefusal,
  planOn,
  project,
  type Row,
  tokensOf,
} from '@tenfold/core';
import { type Call, CallReader, type ReadCall } from './call-reader.ts';
import { type FoldStore, lastTouched, memoryStore } from './fold-store.ts';
import type { Answerer, TenfoldOptions } from './options.ts';
import { SentThinking } from './sent-thinking.ts';

/** What is to be sent for a call. */
export interface Fitted {
  /** In order: entries by their index among the messages, as they came or with parts folded, and stand-ins. */
  readonly rows: readonly Row[];
  /** False where the call is to be made as it came. */
  readonly isChanged: boolean;
  /** Tokens that came, and that are sent. */
  readonly before: number;
  readonly after: number;
  /** The model found it too long: what to send instead; null where no more can be folded. */
  tooLong(): Promise<Fitted | null>;
}

/**
 * Keeps the conversations of an app inside their room. The app sends its whole history every time and keeps it; what is
 * settled of it is found again by its names and replayed byte for byte.
 */
export class Fitter {
  readonly #options: TenfoldOptions;
  readonly #store: FoldStore;
  readonly #calls: CallReader;
  readonly #thinking = new SentThinking();
  readonly #folding = new Map<EntryId, Promise<unknown>>();

  constructor(options: TenfoldOptions = {}) {
    this.#options = options;
    this.#store = options.store ?? memoryStore();
    this.#calls = new CallReader(options);
  }

  /** What to send for a call. Folds first where it is due; waits for a model's summary only where it would not fit. @throws CannotFit */
  async fit(call: Call): Promise<Fitted> {
    const read = this.#calls.read(call);
    const { transcript, budget } = read;
    const answer = this.#answerer(read);
    const [first] = transcript;
    let conversation = await this.#settled(read);
    if (first === undefined) return this.#fitted(read, conversation);
    let tokens = tokensOf(project(conversation), read.count);
    const under = this.#folding.get(first.id);
    if (under !== undefined && tokens >= budget.hardAt) {
      await under;
      conversation = await this.#settled(read);
      tokens = tokensOf(project(conversation), read.count);
    }
    if (tokens < budget.softAt) return this.#fitted(read, conversation);
    const isBeside = answer !== undefined && tokens < budget.hardAt;
    if (isBeside && this.#folding.has(first.id)) return this.#fitted(read, conversation);
    const work = this.#fold(read, conversation).finally(() => this.#folding.delete(first.id));
    this.#folding.set(first.id, work);
    // What goes wrong beside a call is tried again, and told, once a call has to wait for it.
    if (isBeside) work.catch(() => {});
    return this.#fitted(read, isBeside ? conversation : await work);
  }

  async #settled({ call, transcript }: ReadCall): Promise<Conversation> {
    const ids = transcript.map(({ id }) => id).reverse();
    const folds = (await this.#store.find(ids)) ?? [];
    return { frame: call.frame, transcript, folds, protected: new Set() };
  }

  #answerer({ call }: ReadCall): Answerer | undefined {
    const { summarizer } = this.#options;
    if (summarizer !== 'model') return summarizer;
    if (call.answer !== undefined) return call.answer;
    throw new TypeError(
      `summarizer is 'model', and of the model that is called only its name is known here (${call.model}). Give the framework the model itself, or give summarizer a function.`,
    );
  }

  async #fold(read: ReadCall, conversation: Conversation, target?: number): Promise<Conversation> {
    const { budget, count } = read;
    const { strategy, config, onReport } = this.#options;
    const answer = this.#answerer(read);
    const plan = planOn(conversation, {
      model: read.model,
      budget,
      ...(strategy === undefined ? {} : { strategy }),
      ...(config === undefined ? {} : { config }),
      ...(target === undefined ? {} : { target }),
      ...(answer === undefined ? { summarizerWindow: EMBEDDED_WINDOW } : {}),
    });
    const outcome = await answerWith(condenseLoop(plan), answer ?? embeddedAnswerer(count));
    if (outcome.folds.length > 0) {
      const { folds } = outcome.conversation;
      await this.#store.put(lastTouched(folds, conversation.transcript), folds);
      const { report } = outcome;
      onReport?.({ trigger: target === undefined ? 'full' : 'refused', report, text: formatReport(report) });
    }
    if (outcome.unmet !== null && tokensOf(project(outcome.conversation), count) > budget.room) throw outcome.unmet;
    return outcome.conversation;
  }

  #fitted(read: ReadCall, conversation: Conversation, isLast = false): Fitted {
    const { transcript, count, budget, model } = read;
    const before = transcript.reduce((sum, { message }) => sum + count.message(message), count.frame(conversation.frame));
    const view = this.#thinking.view(conversation, model);
    this.#options.recall?.see(conversation, this.#options.conversation !== undefined);
    const isChanged = conversation.folds.length > 0;
    const after = isChanged ? tokensOf(view, count) : before;
    return {
      rows: view.rows,
      isChanged,
      before,
      after,
      tooLong: async () => {
        if (isLast) return null;
        this.#calls.tooLong(model, after);
        const folded = await this.#fold(read, conversation, goalAfterRefusal(after, budget));
        const next = this.#fitted(read, folded, true);
        return next.after < after ? next : null;
      },
    };
  }
}
