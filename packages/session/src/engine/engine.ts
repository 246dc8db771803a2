import { availableParallelism } from 'node:os';
import { type AnyStrategy, strategies as builtIn, findStrategy, lettersIn } from '@tenfold/core';
import { EngineThread } from './engine-thread.ts';
import { type OpenedPlan, openPlanHere } from './opened-plan.ts';
import type { OnProgress, PlanSource } from './plan-source.ts';

/** Where plans are weighed and run: small ones here, long ones beside, so that nobody waits for them. */
export interface Engine {
  open(source: PlanSource, onProgress?: OnProgress): OpenedPlan;
}

/** What the engine reads in a few milliseconds: tokens in use, letters, of which some tokens have a hundred, and places in the transcript. A fold of 8,000 tokens takes some thirty. */
const FEW_TOKENS = 4_000;
const FEW_LETTERS = 40_000;
const FEW_PLACES = 5_000;
/** Threads at once; the rest of the machine is for requests. */
const MAX_THREADS = Math.min(4, Math.max(1, availableParallelism() - 1));

/** Of the process, whoever opened a home in it: they share its cores. */
const threads = new Set<EngineThread>();

/** The engine with these strategies. Those of one's own are functions of this thread, and run in it. */
export function engineWith(strategies: readonly AnyStrategy[]): Engine {
  return {
    open(source, onProgress) {
      const strategy = strategies.find(({ id }) => id === source.strategy) ?? findStrategy(source.strategy);
      const { transcript } = source.conversation;
      const isSmall =
        source.used <= FEW_TOKENS && transcript.length <= FEW_PLACES && lettersIn(transcript, FEW_LETTERS, 0) <= FEW_LETTERS;
      const staysHere = isSmall || !EngineThread.isThere || !builtIn.includes(strategy);
      return staysHere ? openPlanHere(source, strategy, onProgress) : nextThread().open(source, onProgress);
    },
  };
}

/** One with nothing to do, a new one while there may be more, or that with the least to do. */
function nextThread(): EngineThread {
  const [free] = [...threads].sort((a, b) => a.load - b.load);
  if (free !== undefined && (free.load === 0 || threads.size >= MAX_THREADS)) return free;
  const made = new EngineThread(() => threads.delete(made));
  threads.add(made);
  return made;
}
