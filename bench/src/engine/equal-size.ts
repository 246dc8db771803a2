import {
  budgetOf,
  condenseLoop,
  conversationOf,
  costOf,
  embeddedAnswer,
  FAST_PROFILE,
  type Outcome,
  type Plan,
  type Price,
  presets,
  project,
  promptOf,
  render,
  transcriptOf,
} from '../../../packages/core/src/index.ts';
import { rebuild } from '../../../packages/core/src/lossless/index.ts';
import { evidenceKept } from './evidence-kept.ts';
import { chosen } from './ours.ts';
import { count, type Recorded } from './recorded-sessions.ts';

/** What a strategy made of every conversation when all were given the same targets. */
export interface EqualSizeRow {
  readonly name: string;
  readonly runs: number;
  readonly met: number;
  /** Targets that were met from no more than a tenth below. */
  readonly near: number;
  /** The least of a target that was used. */
  readonly least: number;
  /** Mean share of facts in what would be sent. */
  readonly kept: number;
  /** Dollars for the summariser, and milliseconds of processor time, a run. */
  readonly dollars: number;
  readonly ms: number;
}

/** Shares of a conversation that are set as targets. */
const SHARES = [0.1, 0.2, 0.5];
/** A usual summariser, and the small one of its vendor. */
const USUAL: Price = { input: 3, output: 15 };
const FAST: Price = { input: 1, output: 5 };

/** Every strategy and preset at equal size, by the embedded summariser billed as a model, the floor where it is needed. */
export function equalSizeRows(sessions: readonly Recorded[]): readonly EqualSizeRow[] {
  return ['native', 'smart', ...presets.map(({ id }) => id)].map((id) => {
    const runs = sessions.flatMap((session) => SHARES.map((share) => oneRun(id, session, Math.floor(session.tokens * share))));
    const mean = (of: 'kept' | 'dollars' | 'ms') => runs.reduce((sum, run) => sum + run[of], 0) / runs.length;
    return {
      name: chosen(id).name,
      runs: runs.length,
      met: runs.filter(({ used }) => used <= 1).length,
      near: runs.filter(({ used }) => used <= 1 && used >= 0.9).length,
      least: Math.min(...runs.map(({ used }) => used)),
      kept: mean('kept'),
      dollars: mean('dollars'),
      ms: mean('ms'),
    };
  });
}

function oneRun(id: string, { messages }: Recorded, target: number) {
  const { strategy, passes } = chosen(id);
  const conversation = conversationOf(transcriptOf(messages));
  const plan = { conversation, strategy, passes, budget: budgetOf(Math.max(32_000, target)), count, goal: target, spend: true };
  const before = process.cpuUsage();
  const { outcome, dollars } = billed({ ...plan, limit: target, askRoom: 32_000 });
  const ms = process.cpuUsage(before).user / 1_000;
  const sent = rebuild(render(project(outcome.conversation)));
  return { used: outcome.report.after / target, kept: evidenceKept(messages, sent), dollars, ms };
}

function billed(plan: Plan): { outcome: Outcome; dollars: number } {
  let dollars = 0;
  const run = condenseLoop({ ...plan, fallback: (ask) => embeddedAnswer(ask, count) });
  let step = run.next();
  while (!step.done) {
    const answers = step.value.map((ask) => {
      const text = embeddedAnswer(ask, count);
      const usage = { input: count.text(promptOf(ask)), output: count.text(text) };
      dollars += costOf(usage, ask.profile === FAST_PROFILE ? FAST : USUAL, 'cached-apart');
      return { ok: true, text, by: 'bench' } as const;
    });
    step = run.next(answers);
  }
  return { outcome: step.value, dollars };
}
