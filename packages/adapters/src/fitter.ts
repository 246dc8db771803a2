import {
  answerWith,
  type Budget,
  type Conversation,
  type Counter,
  condenseLoop,
  counterFor,
  type EntryId,
  embeddedAnswer,
  type Fold,
  type Frame,
  formatReport,
  goalAfterRefusal,
  type Message,
  planOn,
  positionsOf,
  prefixesIn,
  prefixHash,
  project,
  type Row,
  type Transcript,
  tokensOf,
  type View,
  withBoundThinking,
} from '@tenfold/core';
import { bindsThinking, chained } from '@tenfold/dialects';
import { hash } from '#hash';
import { type FoldStore, memoryStore } from './fold-store.ts';
import { type Answerer, budgetOn, type TenfoldOptions } from './options.ts';
import { SeenMessages } from './seen-messages.ts';

/** A call that is about to be made of a model. */
export interface Call {
  /** As `provider:model`, where the options name none. */
  readonly model: string;
  readonly frame: Frame;
  readonly messages: readonly Message[];
  /** The model itself, where it is to write the summaries. */
  readonly answer?: Answerer;
}

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

/** The embedded summariser reads everything at once. */
const NO_WINDOW = 1_000_000_000;
/** System texts, and answers' beginnings, a process remembers. */
const MAX_FRAMES = 1_000;
const MAX_PREFIXES = 20_000;
/** Share of what a model refused that is taken for its room from then on. */
const REFUSED_ROOM = 0.9;

/**
 * Keeps the conversations of an app inside their room. The app sends its whole history every time and keeps it; what is
 * settled of it is found again by its names and replayed byte for byte.
 */
export class Fitter {
  readonly #options: TenfoldOptions;
  readonly #store: FoldStore;
  readonly #seen = new SeenMessages();
  readonly #frames = new Map<string, Frame>();
  /** What was sent for a call, by its last entry: what an answer to it was made on. */
  readonly #prefixes = new Map<EntryId, string>();
  readonly #folding = new Map<EntryId, Promise<unknown>>();
  readonly #refused = new Map<string, number>();

  constructor(options: TenfoldOptions = {}) {
    this.#options = options;
    this.#store = options.store ?? memoryStore();
  }

  /** What to send for a call. Folds first where it is due; waits for a model's summary only where it would not fit. @throws CannotFit */
  async fit(call: Call): Promise<Fitted> {
    const read = this.#read(call);
    const { transcript, budget } = read;
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
    const isBeside = this.#answerer(read) !== undefined && tokens < budget.hardAt;
    if (isBeside && this.#folding.has(first.id)) return this.#fitted(read, conversation);
    const work = this.#fold(read, conversation).finally(() => this.#folding.delete(first.id));
    this.#folding.set(first.id, work);
    // What goes wrong beside a call is tried again, and told, once a call has to wait for it.
    if (isBeside) work.catch(() => {});
    return this.#fitted(read, isBeside ? conversation : await work);
  }

  /** A conversation as it stands: its entries, and the folds that are settled. */
  async conversation(call: Pick<Call, 'frame' | 'messages'>): Promise<Conversation> {
    return this.#settled(this.#read({ ...call, model: this.#options.model ?? '' }));
  }

  #read(call: Call): Read {
    const { conversation, model = call.model } = this.#options;
    const messages = call.messages.map((message) => this.#seen.same(message));
    const transcript = chained(messages, hash, conversation === undefined ? null : hash(conversation));
    const count = counterFor(model);
    return {
      call: { ...call, frame: this.#frame(call.frame) },
      model,
      transcript,
      count,
      budget: budgetOn(this.#options, model, this.#refused.get(model)),
    };
  }

  /** One that came before as the same object, so that its count is known. */
  #frame(frame: Frame): Frame {
    const text = JSON.stringify(frame);
    const known = this.#frames.get(text) ?? frame;
    if (this.#frames.size >= MAX_FRAMES) this.#frames.clear();
    this.#frames.set(text, known);
    return known;
  }

  async #settled({ call, transcript }: Read): Promise<Conversation> {
    const ids = transcript.map(({ id }) => id).reverse();
    const folds = (await this.#store.find(ids)) ?? [];
    return { frame: call.frame, transcript, folds, protected: new Set() };
  }

  #answerer({ call }: Read): Answerer | undefined {
    const { summarizer } = this.#options;
    return summarizer === 'model' ? call.answer : summarizer;
  }

  async #fold(read: Read, conversation: Conversation, target?: number): Promise<Conversation> {
    const { budget, count } = read;
    const { strategy, config, onReport } = this.#options;
    const answer = this.#answerer(read);
    const plan = planOn(conversation, {
      model: read.model,
      budget,
      ...(strategy === undefined ? {} : { strategy }),
      ...(config === undefined ? {} : { config }),
      ...(target === undefined ? {} : { target }),
      ...(answer === undefined ? { summarizerWindow: NO_WINDOW } : {}),
    });
    const outcome = await answerWith(
      condenseLoop(plan),
      answer ?? ((ask) => ({ text: embeddedAnswer(ask, count), by: 'embedded' })),
    );
    if (outcome.folds.length > 0) {
      const { folds } = outcome.conversation;
      await this.#store.put(lastTouched(folds, conversation.transcript), folds);
      const { report } = outcome;
      onReport?.({ trigger: target === undefined ? 'full' : 'refused', report, text: formatReport(report) });
    }
    if (outcome.unmet !== null && tokensOf(project(outcome.conversation), count) > budget.room) throw outcome.unmet;
    return outcome.conversation;
  }

  #fitted(read: Read, conversation: Conversation, isLast = false): Fitted {
    const { transcript, count, budget, model } = read;
    const before = transcript.reduce((sum, { message }) => sum + count.message(message), count.frame(conversation.frame));
    const view = this.#bound(conversation, model);
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
        this.#refused.set(model, Math.floor(after * REFUSED_ROOM));
        const folded = await this.#fold(read, conversation, goalAfterRefusal(after, budget));
        const next = this.#fitted(read, folded, true);
        return next.after < after ? next : null;
      },
    };
  }

  /** The view without thinking that the model would refuse behind folds; what is sent is remembered, for the answer's sake. */
  #bound(conversation: Conversation, model: string): View {
    const view = project(conversation);
    if (!bindsThinking(model) || conversation.folds.length === 0) return view;
    const { transcript } = conversation;
    const at = positionsOf(transcript);
    const raw = prefixesIn(project({ ...conversation, folds: [] }), { to: model });
    const binding = {
      to: model,
      madeOn: ({ id }: { id: EntryId }) => this.#prefixes.get(transcript[(at.get(id) ?? 0) - 1]?.id ?? '') ?? raw.get(id),
    };
    const bound = withBoundThinking(view, binding);
    if (this.#prefixes.size >= MAX_PREFIXES) this.#prefixes.clear();
    this.#prefixes.set(transcript.at(-1)?.id ?? '', prefixHash(bound, binding));
    return bound;
  }
}

/** A call that was read, with what it is measured by. */
interface Read {
  readonly call: Call;
  readonly model: string;
  readonly transcript: Transcript;
  readonly count: Counter;
  readonly budget: Budget;
}

/** The last entry that any of these folds stands for. */
function lastTouched(folds: readonly Fold[], transcript: Transcript): EntryId {
  const at = positionsOf(transcript);
  const last = folds.reduce(
    (most, { target }) => Math.max(most, at.get(target.kind === 'span' ? target.to : target.entry) ?? 0),
    0,
  );
  return transcript[last]?.id ?? '';
}
