import { type Conversation, type Json, rowTokens } from '@tenfold/core';
import { frameKey, identify, readLongRequest, readRequest, type WireId, type WireRequest } from '@tenfold/dialects';
import { NotFound, sha256 } from '@tenfold/store';
import type { Dependencies } from '../dependencies.ts';
import { reasonOf } from '../log.ts';
import type { Recall } from '../recall.ts';
import { runInSlices } from '../run-in-slices.ts';
import type { SessionCaches } from '../session-caches.ts';
import type { Chooser } from '../settings/choices.ts';
import type { Endpoint } from '../upstream/endpoint.ts';
import type { Chain } from './chain.ts';
import { ChainFolds } from './chain-folds.ts';
import { ChainIndex } from './chain-index.ts';
import { ChainRecorder } from './chain-recorder.ts';
import { LONG_TEXT, prepareLongRequest } from './long-request.ts';
import {
  type ChainOptions,
  type ChainRequest,
  chainConversation,
  type MeasuredRequest,
  measureRequest,
  withRecallTools,
} from './measured-request.ts';
import { foldWhile, type Outgoing, prepareOutgoing } from './outgoing.ts';
import { isBinding, outgoingView, requestText } from './outgoing-view.ts';
import { passThroughText } from './pass-through.ts';
import { profileAnswerer } from './profile-answerer.ts';
import { knownChain, refreshChain } from './read-chain.ts';

/** The record cannot be read or written, so that nothing is managed. */
export class RecordFailed extends Error {
  override readonly name = 'RecordFailed';
}

/** Conversations that clients keep themselves and send whole every time. */
export interface Chains {
  /** A request's text, read; what is known of it is not read again. Nothing where it is no request. */
  read(wire: WireId, text: string): Promise<WireRequest | undefined>;
  /** Finds the chain of a request, records what is new of it, and folds what is due. Waits for a fold only where it would not fit. @throws RecordFailed */
  prepare(request: ChainRequest, options: ChainOptions): Promise<Outgoing>;
  /** The text of a request that is not managed: as it came, but for thinking that was made on folds and that its model would refuse. Never throws. */
  passThroughText(request: ChainRequest): Promise<string>;
  /** What the request would look like under another strategy: nothing is recorded or changed. */
  replay(
    request: ChainRequest,
    options: ChainOptions,
  ): Promise<{ readonly body: Json; readonly before: number; readonly after: number }>;
  /** Where the requests of a profile go, and the key they are signed with. */
  credential(profile: string): Promise<Pick<Endpoint, 'provider' | 'baseUrl' | 'key' | 'heldBack'>>;
  /** Resolves once everything is recorded and no fold is under way. */
  idle(): Promise<void>;
  /** Forgets all that is remembered of its owner's. */
  close(): void;
}

/** Sessions with a beginning of one request that were removed before it was prepared. */
const MAX_REMOVED = 10;
/** How often the app's own changes to a chain are looked for. */
const CHECK_MS = 1_000;

/** What chains are made of. */
interface ChainParts
  extends Pick<Dependencies, 'store' | 'events' | 'log' | 'engine' | 'meter' | 'now' | 'monotonic' | 'observe'> {
  readonly chooser: Chooser;
  readonly recall: Recall;
  readonly send: typeof fetch;
  /** What they remember, shared with those of others. */
  readonly caches: Pick<SessionCaches, 'chains' | 'pieces'>;
}

/** Chains over a store. */
export function createChains(parts: ChainParts): Chains {
  const { store, log, chooser, recall, caches } = parts;
  const { pieces } = caches;
  const index = new ChainIndex(caches.chains);
  const recorder = new ChainRecorder(parts, index);
  const folds = new ChainFolds(parts, (profile) => profileAnswerer(parts, profile));
  const prepare = async (read: MeasuredRequest): Promise<Outgoing> => {
    const { budget, options } = read;
    const isObserved = options.observe === true;
    const found = await recorder.chainFor(read, options.recall === true && !isObserved);
    if (found === null) return prepare(measureRequest(read.request, options, index.hidden));
    const { chain, recorded } = found;
    const measured = chain.recalls && !isObserved ? withRecallTools(read, pieces) : read;
    await recorder.confirm(chain, recorded);
    await followApp(parts, chain);
    // What is only observed waits for nothing: what would be folded is prepared beside.
    const isFull = (out: Outgoing) => !isObserved && out.after >= budget.hardAt;
    const outgoing = () => prepareOutgoing({ folds, recorder, recall }, measured, chain);
    const out = await outgoing();
    if (!isFull(out)) return out;
    await Promise.all([chain.flush(), recorded]);
    const fold = () => folds.fold(measured, chain, { conversation: chainConversation(measured, chain), trigger: 'hard' });
    return foldWhile(isFull, chain, { outgoing, fold });
  };
  return {
    read: async (wire, text) =>
      text.length < LONG_TEXT ? readRequest(wire, text, pieces) : runInSlices(readLongRequest(wire, text, pieces)),
    async prepare(request, options) {
      await prepareLongRequest(request);
      const prepareAnew = (removed = 0): Promise<Outgoing> =>
        prepare(measureRequest(request, options, index.hidden)).catch((error: unknown) => {
          // Whoever removes a session in the app does not end the conversation: it is another from here on, perhaps one that is removed too.
          const isGone = error instanceof NotFound && error.facts.what === 'session';
          if (!isGone || removed === MAX_REMOVED) throw error;
          index.dropSession(String(error.facts.id));
          return prepareAnew(removed + 1);
        });
      try {
        return await prepareAnew();
      } catch (error) {
        log.error('chain-not-managed', { reason: reasonOf(error) });
        throw new RecordFailed(reasonOf(error), { cause: error });
      }
    },
    async passThroughText(request) {
      if (!isBinding(request)) return request.text;
      try {
        const { decoded, transcript } = identify(request, sha256, index.hidden);
        const terms = { frame: frameKey(decoded.frame, sha256), binds: true };
        const chain = await knownChain(store, index, transcript, terms);
        return chain === null ? request.text : (await passThroughText(request, chain)).text;
      } catch (error) {
        log.warn('chain-not-read', { reason: reasonOf(error) });
        return request.text;
      }
    },
    async replay(request, options) {
      const measured = measureRequest(request, options, index.hidden);
      const { decoded, transcript, budget, before, count } = measured;
      const conversation: Conversation = { frame: decoded.frame, transcript, folds: [], protected: new Set() };
      const goal = Math.min(budget.goal, Math.floor(before / 2));
      const outcome = await folds.run(measured, { conversation, trigger: 'hard', goal });
      const { view } = outgoingView(outcome.conversation, { ...request, prefixes: new Map() });
      const text = (await requestText(request, decoded, view)) ?? request.text;
      const after = view.rows.reduce((sum, row) => sum + rowTokens(row, count), count.frame(decoded.frame));
      return { body: JSON.parse(text), before, after };
    },
    credential: async (profile) => (await chooser.profile(profile)).endpoint,
    async idle() {
      await folds.idle();
      await Promise.all([...index.all].map((chain) => chain.flush()));
    },
    close: () => index.clear(),
  };
}

/** Takes over what was done to a chain in the app: undone folds, protected entries. */
async function followApp({ store, monotonic }: Pick<Dependencies, 'store' | 'monotonic'>, chain: Chain): Promise<void> {
  if (chain.version === null || monotonic() - chain.checkedAt <= CHECK_MS) return;
  chain.checkedAt = monotonic();
  const { version } = await store.heads.get(chain.session, chain.branch);
  if (version !== chain.version) await chain.write(() => refreshChain(store, chain));
}
