import {
  budgetOf,
  costOf,
  FAST_PROFILE,
  type Price,
  presets,
  project,
  promptOf,
  render,
} from '../../../packages/core/src/index.ts';
import { rebuild } from '../../../packages/core/src/lossless/index.ts';
import { evidenceKept } from './evidence-kept.ts';
import { conversationFrom, heldTokens } from './mid-turn.ts';
import { chosen } from './ours.ts';
import { count, type Recorded } from './recorded-sessions.ts';
import { embeddedModel, runAnswered } from './run-answered.ts';

/** What a strategy made of every conversation when all were given the same targets. */
export interface TargetRow {
  readonly name: string;
  readonly runs: number;
  /** Targets that were met from no more than a tenth below, and from further below. */
  readonly near: number;
  readonly under: readonly string[];
  /** Targets that were missed because what nobody may touch leaves next to nothing of them, and others. */
  readonly held: number;
  readonly missed: readonly string[];
  /** Mean share of facts in what would be sent. */
  readonly kept: number;
  /** Dollars for the summarizer, and milliseconds of processor time, a run. */
  readonly dollars: number;
  readonly ms: number;
}

/** Shares of a conversation that are set as targets. */
const SHARES = [0.1, 0.2, 0.5];
/** A usual summarizer, and the small one of its vendor. */
const USUAL: Price = { input: 3, output: 15 };
const FAST: Price = { input: 1, output: 5 };
/** Tokens beside what is held in which next to nothing can be said: the newest step cut as far as it goes, and a note. */
const NEXT_TO_NOTHING = 600;

/** Every strategy and preset at equal size, by the embedded summarizer billed as a model, the floor where it is needed. */
export function targetRows(sessions: readonly Recorded[]): readonly TargetRow[] {
  return ['native', 'truncation', 'smart', ...presets.map(({ id }) => id)].map((id) => {
    const runs = sessions.flatMap((session) => SHARES.map((share) => oneRun(id, session, Math.floor(session.tokens * share))));
    const mean = (of: 'kept' | 'dollars' | 'ms') => runs.reduce((sum, run) => sum + run[of], 0) / runs.length;
    const missed = runs.filter(({ after, target }) => after > target);
    const isHeld = ({ held, target }: OneRun) => held + NEXT_TO_NOTHING > target;
    return {
      name: chosen(id).name,
      runs: runs.length,
      near: runs.filter(({ after, target }) => after <= target && after >= target * 0.9).length,
      under: runs.filter(({ after, target }) => after < target * 0.9).map(toldOf),
      held: missed.filter(isHeld).length,
      missed: missed.filter((run) => !isHeld(run)).map(toldOf),
      kept: mean('kept'),
      dollars: mean('dollars'),
      ms: mean('ms'),
    };
  });
}

type OneRun = ReturnType<typeof oneRun>;

function toldOf({ name, after, target }: OneRun): string {
  return `${name}: ${after} of ${target}`;
}

function oneRun(id: string, { name, messages }: Recorded, target: number) {
  const { strategy, passes } = chosen(id);
  const conversation = conversationFrom(messages);
  const plan = { conversation, strategy, passes, budget: budgetOf(Math.max(32_000, target)), count, goal: target, spend: true };
  let dollars = 0;
  const write = embeddedModel(plan, (ask, text) => {
    const usage = { input: count.text(promptOf(ask)), output: count.text(text) };
    dollars += costOf(usage, ask.profile === FAST_PROFILE ? FAST : USUAL, 'cached-apart');
  });
  const before = process.cpuUsage();
  const outcome = runAnswered({ ...plan, limit: target, askRoom: 32_000 }, write);
  const ms = process.cpuUsage(before).user / 1_000;
  const sent = rebuild(render(project(outcome.conversation)));
  const held = heldTokens(conversation);
  return { name, target, after: outcome.report.after, held, kept: evidenceKept(messages, sent), dollars, ms };
}
