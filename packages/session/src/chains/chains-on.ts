import {
  allowsSoft,
  type Budget,
  type CondenseOptions,
  type Conversation,
  type Counter,
  counterFor,
  type EntryId,
  goalAfterRefusal,
  type Message,
  native,
  needOf,
  project,
  rowTokens,
  type Transcript,
  tokensOf,
} from '@tenfold/core';
import { RECALL_TOOLS } from '@tenfold/core/recall';
import {
  type Answered,
  chained,
  type Decoded,
  frameKey,
  identify,
  type KnownPieces,
  type Original,
  offerTools,
  readRequest,
} from '@tenfold/dialects';
import { sha256 } from '@tenfold/store';
import { BoundedMap } from '../bounded-map.ts';
import type { EntryNote } from '../conversation/entry-note.ts';
import type { Dependencies } from '../dependencies.ts';
import { COOLDOWN_MS, dueFold } from '../folding/fold-trigger.ts';
import { reasonOf } from '../log.ts';
import type { Recall } from '../recall.ts';
import type { Chain } from './chain.ts';
import { chainBudget, modelId } from './chain-budget.ts';
import { ChainIndex } from './chain-index.ts';
import { appendEntries, chainFor, foldsWithin, refreshChain } from './chain-record.ts';
import { type ChainOptions, type ChainRequest, type Chains, type Outgoing, RecordFailed } from './chains.ts';
import { type ChainFold, foldBeside, foldChain, runFold } from './fold-chain.ts';
import { outgoingView, requestText } from './outgoing-view.ts';
import { NO_TOOLS, RECALL_NAMES, runRecall } from './run-recall.ts';
import { soonAfter } from './soon.ts';

/** Messages of requests that are remembered, so that they are read and counted once. */
const MAX_SEEN = 20_000;
/** How often the app's own changes to a chain are looked for. */
const CHECK_MS = 1_000;
/** How long what passes waits for its record: all of that time is written with one flush of the disk. */
const RECORD_MS = 200;

/** What an answer is recorded with: all that was said, and what each part of it was made on. */
interface Made {
  readonly said: readonly Message[];
  readonly made: ReadonlyMap<EntryId, string>;
  readonly prefix: string | undefined;
}

/** A request that was read, with what it is measured by. */
interface Read {
  readonly request: ChainRequest;
  readonly options: ChainOptions;
  readonly decoded: Decoded;
  readonly transcript: Transcript;
  readonly count: Counter;
  readonly budget: Budget;
  readonly before: number;
  readonly strategy: string;
  /** Whether the tools of recall are among those of the request. */
  readonly recalls: boolean;
}

/** The request with the tools of recall among its own. */
function offering(given: Read, pieces: KnownPieces): Read {
  const { request, decoded } = given;
  const text = offerTools(request, RECALL_TOOLS);
  const offered = text === null ? undefined : readRequest(request.wire, text, pieces);
  if (offered === undefined) return given;
  const frame = { ...decoded.frame, tools: [...(decoded.frame.tools ?? []), ...RECALL_TOOLS] };
  return { ...given, request: { ...request, ...offered }, decoded: { ...decoded, frame }, recalls: true };
}

/** Chains over a store. `answerWith` gives the answerer of a profile. */
export function chainsOn(
  deps: Dependencies,
  recall: Recall,
  answererOf: (profile: string) => Promise<CondenseOptions['answer']>,
): Chains {
  const pieces = new BoundedMap<string, Original>(MAX_SEEN);
  const index = new ChainIndex();
  const folding = new Set<Promise<unknown>>();
  const soon = soonAfter(RECORD_MS);
  let hasFailed = false;

  const read = (request: ChainRequest, options: ChainOptions): Read => {
    const { decoded, transcript } = identify(request, sha256, index.hidden);
    const count = counterFor(modelId(request.wire, request.model));
    const budget = chainBudget(request.wire, request.model, options.room);
    const before = transcript.reduce((sum, { message }) => sum + count.message(message), count.frame(decoded.frame));
    return {
      request,
      options,
      decoded,
      transcript,
      count,
      budget,
      before,
      strategy: request.strategy ?? options.strategy ?? native.id,
      recalls: false,
    };
  };
  const conversationOn = ({ decoded, transcript }: Read, chain: Chain, tail: Transcript = []): Conversation => {
    const all = tail.length === 0 ? transcript : [...transcript, ...tail];
    return { frame: decoded.frame, transcript: all, folds: foldsWithin(chain.folds, all), protected: chain.protected };
  };
  const termsFor = async (
    given: Read,
    conversation: Conversation,
    trigger: ChainFold['trigger'],
    sent: EntryId | null,
  ): Promise<ChainFold> => {
    const { request, budget, before, strategy, options } = given;
    const { summarizer } = options;
    const counted = modelId(request.wire, request.model);
    const answer = typeof summarizer === 'string' ? await answererOf(summarizer) : summarizer;
    return { trigger, conversation, budget, counted, used: before, strategy, sent, ...(answer === undefined ? {} : { answer }) };
  };
  /** Never throws: the next request waits for its own record, and hears of it. */
  const recording = (chain: Chain, work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => {
      deps.log.error('chain-not-recorded', { session: chain.session, reason: reasonOf(error) });
      hasFailed = true;
      // What is not in the record is not known: the next request brings it again.
      index.drop(chain);
    });

  const outgoing = (given: Read, chain: Chain, tooLongFor: number | null = null): Outgoing => {
    const { request, options, decoded, transcript, count, budget, before, strategy } = given;
    const conversation = conversationOn(given, chain);
    const { view, prefix } = outgoingView(conversation, { ...request, prefixes: chain.prefixes });
    const isShaped = conversation.folds.length > 0 || chain.hidden.size > 0;
    const after = isShaped || given.recalls ? tokensOf(view, count) : before;
    const text = isShaped && !options.observe ? requestText(request, decoded, view) : request.text;
    const isChanged = given.recalls || (text !== null && text !== request.text);
    /** What the parts of this answer were made on, each on those before it too. */
    const made = new Map<EntryId, string>();
    let nextPrefix: string | undefined;
    return {
      session: chain.session,
      branch: chain.branch,
      text: text ?? request.text,
      isChanged,
      before,
      after: text === null ? before : after,
      folds: new Set(conversation.folds.map(({ run }) => run)).size,
      strategy,
      cannotFit: !options.observe && after > budget.room ? { tokens: after, room: budget.room } : null,
      aside: text === null ? 'refused-shape' : null,
      hiddenTools: given.recalls ? RECALL_NAMES : NO_TOOLS,
      async runHidden(calls, said) {
        await chain.flush();
        const results = await runRecall(recall, chain, calls);
        const tail = chained([...said, results], sha256, transcript.at(-1)?.id ?? null);
        const last = made.size === 0 ? prefix : undefined;
        for (const { id, message } of tail)
          if (message.role === 'assistant' && !made.has(id) && (nextPrefix ?? last) !== undefined)
            made.set(id, (nextPrefix ?? last) as string);
        const longer = outgoingView(
          { ...conversation, transcript: [...conversation.transcript, ...tail] },
          { ...request, prefixes: new Map([...chain.prefixes, ...made]) },
        );
        nextPrefix = longer.prefix;
        return { results, text: requestText(request, decoded, longer.view) ?? request.text };
      },
      answered: (answer, said) =>
        answered(given, chain, answer, {
          said: said ?? answer.messages,
          made,
          prefix: isChanged ? (nextPrefix ?? prefix) : undefined,
        }),
      async tooLong() {
        if (options.observe || tooLongFor !== null) return null;
        const terms = await termsFor(given, conversation, 'hard', null);
        await foldChain(deps, chain, { ...terms, goal: goalAfterRefusal(after, budget) });
        const next = outgoing(given, chain, after);
        return next.after < after ? next : null;
      },
    };
  };

  const answered = async (given: Read, chain: Chain, answer: Answered, { said, made, prefix }: Made): Promise<void> => {
    const { transcript, count } = given;
    const tip = transcript.at(-1)?.id ?? null;
    const entries = chained(said, sha256, tip);
    const notes = new Map<EntryId, EntryNote>();
    for (const { id, message } of entries) {
      const on = made.get(id) ?? prefix;
      if (on !== undefined && message.role === 'assistant') notes.set(id, { prefix: on });
    }
    const [first] = entries;
    if (said !== answer.messages && first !== undefined && answer.complete) {
      const ids = chained(answer.messages, sha256, tip).map(({ id }) => id);
      if (ids[0] !== undefined) chain.hidden.set(ids[0], { shown: ids, real: said });
      notes.set(first.id, { ...notes.get(first.id), shown: { ids, real: said.length } });
    }
    // Another request has gone on from here meanwhile; the client will send this answer back if it goes on from it.
    const isNext = answer.complete && entries.length > 0 && chain.tip === tip;
    if (isNext) {
      chain.unconfirmed = chain.ids.length;
      chain.ids.push(...entries.map(({ id }) => id));
      for (const [id, note] of notes) if (note.prefix !== undefined) chain.prefixes.set(id, note.prefix);
      index.add(
        chain,
        entries.map(({ id }) => id),
      );
    }
    const recorded = isNext
      ? recording(chain, appendEntries(deps, chain, entries, { count, soon: soon(), notes }))
      : Promise.resolve();
    prepare(given, chain, isNext ? entries : []);
    await recorded;
  };

  /** Folds beside, so that the next request finds it done. */
  const prepare = (given: Read, chain: Chain, tail: Transcript) => {
    const conversation = conversationOn(given, chain, tail);
    const used = tokensOf(project(conversation), given.count);
    const left = chain.foldedAt + COOLDOWN_MS - deps.monotonic();
    const state = {
      folding: null,
      cooldownSeconds: Math.max(0, Math.ceil(left / 1_000)),
      breakerOpen: !allowsSoft(chain.breaker),
    };
    if (chain.folding !== null || dueFold({ needsFold: needOf(used, given.budget) }, given.budget, state) === null) return;
    const sent = given.transcript.at(-1)?.id ?? null;
    const work = termsFor(given, conversation, used >= given.budget.hardAt ? 'hard' : 'soft', sent)
      .then((terms) => foldBeside(deps, chain, terms))
      .finally(() => {
        chain.folding = null;
        folding.delete(work);
      });
    chain.folding = work;
    folding.add(work);
  };

  const send = async (asked: Read): Promise<Outgoing> => {
    const { transcript, decoded, count, budget, options } = asked;
    const frame = frameKey(decoded.frame, sha256);
    const recalls = options.recall === true && options.observe !== true;
    const found = await chainFor(deps, index, transcript, { frame, count, recalls, soon: soon() });
    if (found === null) return send(read(asked.request, options));
    const { chain, recorded } = found;
    const given = chain.recalls && options.observe !== true ? offering(asked, pieces) : asked;
    void recording(chain, recorded);
    if (hasFailed) {
      await Promise.all([chain.flush(), recorded]);
      hasFailed = false;
    }
    if (chain.version !== null && deps.monotonic() - chain.checkedAt > CHECK_MS) {
      chain.checkedAt = deps.monotonic();
      const { version } = await deps.store.heads.get(chain.session, chain.branch);
      if (version !== chain.version) await chain.write(() => refreshChain(deps, chain));
    }
    const isFull = (out: Outgoing) => out.after >= budget.hardAt;
    let out = outgoing(given, chain);
    if (isFull(out) && chain.folding !== null) {
      await chain.folding;
      out = outgoing(given, chain);
    }
    if (!isFull(out)) return out;
    await Promise.all([chain.flush(), recorded]);
    await foldChain(deps, chain, await termsFor(given, conversationOn(given, chain), 'hard', null));
    return outgoing(given, chain);
  };

  return {
    read: (wire, text) => readRequest(wire, text, pieces),
    async send(request, options) {
      const given = read(request, options);
      try {
        return await send(given);
      } catch (error) {
        deps.log.error('chain-not-managed', { reason: reasonOf(error) });
        throw new RecordFailed(reasonOf(error), { cause: error });
      }
    },
    async replay(request, options) {
      const given = read(request, options);
      const conversation: Conversation = {
        frame: given.decoded.frame,
        transcript: given.transcript,
        folds: [],
        protected: new Set(),
      };
      const terms = await termsFor(given, conversation, 'hard', null);
      const outcome = await runFold(deps, { ...terms, goal: Math.min(given.budget.goal, Math.floor(given.before / 2)) });
      const { view } = outgoingView(outcome.conversation, { ...request, prefixes: new Map() });
      const text = requestText(request, given.decoded, view) ?? request.text;
      const frame = given.count.frame(given.decoded.frame);
      return {
        body: JSON.parse(text),
        before: given.before,
        after: view.rows.reduce((sum, row) => sum + rowTokens(row, given.count), frame),
      };
    },
    async idle() {
      while (folding.size > 0) await Promise.all(folding);
      await Promise.all([...index.all].map((chain) => chain.flush()));
    },
  };
}
