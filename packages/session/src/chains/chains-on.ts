import { type Conversation, rowTokens } from '@tenfold/core';
import { frameKey, identify, readLongRequest, readRequest } from '@tenfold/dialects';
import { sha256 } from '@tenfold/store';
import type { Dependencies } from '../dependencies.ts';
import { reasonOf } from '../log.ts';
import { inTurns } from '../pace.ts';
import type { Recall } from '../recall.ts';
import type { SessionCaches } from '../session-caches.ts';
import { asItCame } from './as-it-came.ts';
import { type Asked, askedBy, chainConversation, offering } from './asked.ts';
import type { Chain } from './chain.ts';
import { type ChainGround, foldTerms, recording } from './chain-ground.ts';
import { ChainIndex } from './chain-index.ts';
import { chainFor } from './chain-record.ts';
import { type Chains, type Outgoing, RecordFailed } from './chains.ts';
import { foldChain, runFold } from './fold-chain.ts';
import { prepareOutgoing } from './outgoing.ts';
import { isBinding, outgoingView, requestText } from './outgoing-view.ts';
import { knownChain, refreshChain } from './read-chain.ts';
import { knowInTurns, LONG_TEXT } from './read-long.ts';
import { soonAfter } from './soon.ts';

/** How often the app's own changes to a chain are looked for. */
const CHECK_MS = 1_000;
/** How long what passes waits for its record, at most: half of that time is written at once. */
const RECORD_MS = 200;

/** What chains take from the profiles. */
interface ChainProfiles extends Pick<Chains, 'credential'>, Pick<ChainGround, 'answererOf'> {}

/** Chains over a store; what they remember is shared with those of others. */
export function createChains(
  deps: Dependencies,
  recall: Recall,
  { answererOf, credential }: ChainProfiles,
  { chains, pieces }: Pick<SessionCaches, 'chains' | 'pieces'>,
): Chains {
  const ground: ChainGround = {
    deps,
    recall,
    answererOf,
    index: new ChainIndex(chains),
    pieces,
    folding: new Set(),
    soon: soonAfter(RECORD_MS),
    hasFailed: false,
  };
  return {
    read: async (wire, text) =>
      text.length < LONG_TEXT ? readRequest(wire, text, ground.pieces) : inTurns(readLongRequest(wire, text, ground.pieces)),
    async send(request, options) {
      await knowInTurns(request);
      const asked = askedBy(request, options, ground.index.hidden);
      try {
        return await send(ground, asked);
      } catch (error) {
        deps.log.error('chain-not-managed', { reason: reasonOf(error) });
        throw new RecordFailed(reasonOf(error), { cause: error });
      }
    },
    async asItCame(request) {
      if (!isBinding(request)) return request.text;
      try {
        const { decoded, transcript } = identify(request, sha256, ground.index.hidden);
        const chain = await knownChain(deps, ground.index, transcript, frameKey(decoded.frame, sha256));
        return chain === null ? request.text : (await asItCame(request, chain)).text;
      } catch (error) {
        deps.log.warn('chain-not-read', { reason: reasonOf(error) });
        return request.text;
      }
    },
    replay: (request, options) => replay(ground, askedBy(request, options, ground.index.hidden)),
    credential,
    async idle() {
      while (ground.folding.size > 0) await Promise.all(ground.folding);
      await Promise.all([...ground.index.all].map((chain) => chain.flush()));
    },
    close: () => ground.index.clear(),
  };
}

async function send(ground: ChainGround, read: Asked): Promise<Outgoing> {
  const { deps, index } = ground;
  const { transcript, decoded, count, budget, options } = read;
  const recalls = options.recall === true && options.observe !== true;
  const terms = { frame: frameKey(decoded.frame, sha256), count, recalls, soon: ground.soon() };
  const found = await chainFor(deps, index, transcript, terms);
  if (found === null) return send(ground, askedBy(read.request, options, index.hidden));
  const { chain, recorded } = found;
  const asked = chain.recalls && options.observe !== true ? offering(read, ground.pieces) : read;
  void recording(ground, chain, recorded);
  if (ground.hasFailed) {
    await Promise.all([chain.flush(), recorded]);
    ground.hasFailed = false;
  }
  await followApp(deps, chain);
  // What is only observed waits for nothing: what would be folded is prepared beside.
  const isFull = (out: Outgoing) => !options.observe && out.after >= budget.hardAt;
  const outgoing = () => prepareOutgoing(ground, asked, chain);
  let out = await outgoing();
  if (isFull(out) && chain.folding !== null) {
    await chain.folding;
    out = await outgoing();
  }
  if (!isFull(out)) return out;
  await Promise.all([chain.flush(), recorded]);
  await foldChain(deps, chain, foldTerms(ground, asked, { conversation: chainConversation(asked, chain), trigger: 'hard' }));
  return outgoing();
}

/** Takes over what was done to a chain in the app: undone folds, protected entries. */
async function followApp(deps: Dependencies, chain: Chain): Promise<void> {
  if (chain.version === null || deps.monotonic() - chain.checkedAt <= CHECK_MS) return;
  chain.checkedAt = deps.monotonic();
  const { version } = await deps.store.heads.get(chain.session, chain.branch);
  if (version !== chain.version) await chain.write(() => refreshChain(deps, chain));
}

async function replay(ground: ChainGround, asked: Asked): ReturnType<Chains['replay']> {
  const { request, decoded, transcript, budget, before, count } = asked;
  const conversation: Conversation = { frame: decoded.frame, transcript, folds: [], protected: new Set() };
  const terms = foldTerms(ground, asked, { conversation, trigger: 'hard' });
  const outcome = await runFold(ground.deps, { ...terms, goal: Math.min(budget.goal, Math.floor(before / 2)) });
  const { view } = outgoingView(outcome.conversation, { ...request, prefixes: new Map() });
  const text = (await requestText(request, decoded, view)) ?? request.text;
  const after = view.rows.reduce((sum, row) => sum + rowTokens(row, count), count.frame(decoded.frame));
  return { body: JSON.parse(text), before, after };
}
