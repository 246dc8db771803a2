import {
  budgetOf,
  type Conversation,
  condenseLoop,
  conversationOf,
  costOf,
  dryRun,
  estimateRun,
  type Plan,
  type PricedProfile,
  presets,
  promptOf,
  transcriptOf,
} from '../../../packages/core/src/index.ts';
import { chosen } from './ours.ts';
import { count, type Recorded } from './recorded-sessions.ts';
import { embeddedModel, runAnswered } from './run-answered.ts';

/** Dollars a run was said to cost and did. */
export interface EstimateRow {
  readonly preset: string;
  readonly runs: number;
  readonly estimated: number;
  readonly actual: number;
  /** The run that was furthest off, and the sum, as shares of what was paid. */
  readonly worst: number;
  readonly off: number;
  /** Milliseconds of processor time an estimate took: the median and the longest. */
  readonly ms: number;
  readonly longest: number;
}

const SUMMARIZER: PricedProfile = {
  id: 'bench',
  name: 'Bench',
  provider: 'anthropic',
  model: 'bench',
  price: { input: 0.75, output: 3.75 },
  window: 200_000,
  maxOutput: 32_000,
  supportsPromptCache: false,
};

/** Prices the dry run of every preset and of Native, then makes the run with a summarizer that bills what it reads and writes. */
export function estimateRows(sessions: readonly Recorded[]): readonly EstimateRow[] {
  return ['native', ...presets.map(({ id }) => id)].map((id) => {
    const { name } = chosen(id);
    const pairs = sessions.map(({ messages }) => {
      const conversation = conversationOf(
        transcriptOf([...messages, { role: 'user', parts: [{ type: 'text', text: 'Go on.' }] }]),
      );
      const plan = planOf(id, conversation);
      const before = process.cpuUsage();
      const estimated = estimateRun(plan, SUMMARIZER).cost;
      const ms = process.cpuUsage(before).user / 1_000;
      return { estimated, ms, actual: billed(plan) };
    });
    const paid = pairs.filter(({ estimated, actual }) => estimated > 0 || actual > 0);
    const sum = (of: 'estimated' | 'actual') => paid.reduce((total, pair) => total + pair[of], 0);
    const away = (pair: { estimated: number; actual: number }) =>
      Math.abs(pair.estimated - pair.actual) / (pair.actual || pair.estimated);
    const times = pairs.map(({ ms }) => ms).sort((a, b) => a - b);
    return {
      preset: name,
      runs: paid.length,
      estimated: sum('estimated'),
      actual: sum('actual'),
      worst: paid.reduce((most, pair) => Math.max(most, away(pair)), 0),
      off: paid.length === 0 ? 0 : away({ estimated: sum('estimated'), actual: sum('actual') }),
      ms: times[Math.floor(times.length / 2)] ?? 0,
      longest: times.at(-1) ?? 0,
    };
  });
}

function planOf(id: string, conversation: Conversation): Plan {
  const { strategy, passes } = chosen(id);
  const tokens = dryRun(
    condenseLoop({ conversation, strategy, passes: [], budget: budgetOf(1_000), count, limit: null, askRoom: 0 }),
  ).report.before;
  return {
    conversation,
    strategy,
    passes,
    budget: budgetOf(tokens),
    count,
    goal: Math.floor(tokens * 0.2),
    limit: null,
    askRoom: 32_000,
  };
}

/** What a run costs when every call bills its whole prompt and all it answers. */
function billed(plan: Plan): number {
  let dollars = 0;
  const write = embeddedModel(plan, (ask, text) => {
    const usage = { input: count.text(promptOf(ask)), output: count.text(text) };
    dollars += costOf(usage, SUMMARIZER.price, 'cached-apart');
  });
  // Who bills is held to the length of an answer; only the embedded summarizer may write the whole stand-in.
  runAnswered(plan, (ask) => write({ ...ask, whole: ask.maxTokens }));
  return dollars;
}
