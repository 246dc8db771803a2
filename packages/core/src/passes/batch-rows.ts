import type { Problem } from '../pass.ts';
import { rowTokens } from '../project.ts';
import { retentionIn } from '../retention.ts';
import { type Selection, selectRuns } from '../selection.ts';
import type { Row } from '../view.ts';
import type { BatchConfig } from './batch-config.ts';
import { comingBack, type ReturningPart } from './coming-back.ts';
import { dueFor, dueTokens, FENCE, SHORTEST_SUMMARY, USEFUL, weightOf } from './record-length.ts';

/** Share of a target that newest messages kept whole may take, and that a newest step which is too long is cut to. */
const NEWEST_SHARE = 1 / 5;
const STEP_SHARE = 1 / 3;

/** The problem as it is once the floor has cut what the newest step takes beyond its share: what it must lose anyway is no reason to tell less of all before it. */
export function withNewestCut(problem: Problem): Problem {
  const { view, seams, count, goal, tokens } = problem;
  if (goal === 0) return problem;
  const fixed = view.rows.filter((row) => row.kind === 'entry' && seams.fixed(row.index));
  const share = Math.max(0, (goal - weightOf(fixed, count)) * STEP_SHARE);
  const cut = Math.max(0, newestTokens(problem) - share);
  return cut === 0 ? problem : { ...problem, tokens: tokens - cut, excess: Math.max(0, tokens - cut - goal) };
}

/** Tokens of the newest step, which only the floor may cut. */
function newestTokens({ view, seams, count }: Problem): number {
  let tokens = 0;
  for (let at = view.rows.length - 1; at >= 0; at--) {
    const row = view.rows[at] as Row;
    if (row.index < seams.newest) break;
    if (row.kind === 'entry' && !seams.fixed(row.index)) tokens += rowTokens(row, count);
  }
  return tokens;
}

/** Shares of the usual retention that are tried where it would leave a summary less than it is due; less still where the request must fit. */
const LESS = [1, 0.75, 0.5];
const MUCH_LESS = [1, 0.75, 0.5, 0.25, 0];

/**
 * The selected runs. Where the retention that nobody wished for would leave their summary less room than it is due, less is
 * retained, and as little as need be where the request must fit; what somebody did wish for yields to that alone. Of a target
 * the newest messages get their share.
 */
export function chosenRuns(selection: Selection, problem: Problem): readonly (readonly Row[])[] {
  const { budget, squeeze, count, seams } = problem;
  const usual = selectRuns(problem, selection);
  if (selection.type !== 'retention') return problem.spend ? withoutNewest(usual, problem) : usual;
  const isWished = selection.tokens !== undefined || !['default', 'model'].includes(budget.retention.from);
  if (problem.spend && !isWished) return withoutNewest(selectRuns(problem, { type: 'retention', tokens: 0, steps: 0 }), problem);
  if (problem.spend || (isWished && squeeze === 1)) return usual;
  const most = retentionIn(Math.min(budget.room, 2 * problem.goal), selection.tokens ?? budget.retention.value);
  for (const share of squeeze === 1 ? LESS : MUCH_LESS) {
    const kept = { tokens: Math.floor(most.messages * share), steps: Math.floor(most.steps * share) };
    const runs = share === 1 ? usual : selectRuns(problem, { type: 'retention', ...kept });
    const rows = runs.flat();
    const left = leftFor(weightOf(rows, count), rows.at(0)?.index, rows.at(-1)?.index, problem);
    if (left >= (squeeze === 1 ? dueTokens(rows, 1, problem) : SHORTEST_SUMMARY)) return runs;
  }
  // A goal that is out of reach even so is no reason to keep less.
  return usual;

  function leftFor(replaced: number, first = 0, last = 0, { tokens, goal }: Problem): number {
    const fences = first < seams.request && last > seams.request ? 2 : 1;
    return goal - (tokens - replaced) - FENCE * fences;
  }
}

/** Runs less the newest messages a target has room for beside the record: a fifth of it, the newest step included, more where a record could not use the rest. */
function withoutNewest(runs: readonly (readonly Row[])[], problem: Problem): readonly (readonly Row[])[] {
  const { goal, tokens, count, seams, squeeze } = problem;
  const all = weightOf(runs.flat(), count);
  const left = goal - (tokens - all) - 2 * FENCE;
  const newest = newestTokens(problem);
  const share = (left + newest) * NEWEST_SHARE - newest;
  let room = Math.max(share, (left - all * USEFUL) / (1 - USEFUL)) / squeeze;
  const out = runs.map((run) => [...run]);
  for (let run = out.at(-1); run !== undefined; run = out.at(-1)) {
    const last = run.at(-1);
    if (last === undefined) {
      out.pop();
      continue;
    }
    const [first] = seams.unit(last.index);
    const at = run.findIndex((row) => row.index >= first);
    const unit = run.slice(at);
    room -= weightOf(unit, count);
    if (room < 0 || unit.some((row) => row.kind !== 'entry')) return out;
    run.length = at;
  }
  return out;
}

/** The runs without the first and last messages that are to be kept and, where wanted, only as many as the goal needs. */
export function trimmed(runs: readonly (readonly Row[])[], config: BatchConfig, problem: Problem): readonly (readonly Row[])[] {
  const { keepFirst = 0, keepLast = 0 } = config;
  const entries = runs.flat().filter((row) => row.kind === 'entry');
  const first = keepFirst === 0 ? -1 : (entries[keepFirst - 1]?.index ?? Infinity);
  const last = keepLast === 0 ? Infinity : (entries[entries.length - keepLast]?.index ?? -1);
  const inside = (row: Row) => {
    const [start, end] = problem.seams.unit(row.index);
    return start > first && end < last;
  };
  const kept = runs.map((run) => run.filter(inside));
  const taken = config.stopAtGoal && !problem.spend ? oldestEnough(kept, problem) : kept;
  return taken.filter((run) => run.length > 0);
}

/** As many of the oldest rows, unit by unit, as must go for the goal once their summary stands there and what referred to them shows again. */
function oldestEnough(runs: readonly (readonly Row[])[], problem: Problem): Row[][] {
  const { count, seams, excess, squeeze, view, conversation } = problem;
  const returns = comingBack(view, conversation);
  const back = new Map<string, ReturningPart>();
  const out: Row[][] = [];
  let gone = 0;
  const due = { history: 0, steps: 0 };
  const weigh = (tokens: number) => (tokens === 0 ? 0 : Math.max(SHORTEST_SUMMARY, tokens) / squeeze + FENCE);
  let unitEnd = -1;
  for (const run of runs) {
    const taken: Row[] = [];
    const scope = (run[0]?.index ?? 0) < seams.request ? 'history' : 'steps';
    for (const row of run) {
      const summary = weigh(due.history) + weigh(due.steps);
      if (row.index > unitEnd && gone - summary >= excess) break;
      taken.push(row);
      const tokens = rowTokens(row, count);
      gone += tokens;
      if (row.kind === 'entry') {
        for (const { id } of row.folds) gone += back.get(id)?.tokens ?? 0;
        for (const again of returns.get(row.entry.id) ?? []) {
          if (again.index <= row.index || back.has(again.fold)) continue;
          back.set(again.fold, again);
          gone -= again.tokens;
        }
      }
      due[scope] += dueFor(row, tokens, squeeze, problem);
      unitEnd = seams.unit(row.index)[1];
    }
    out.push(taken);
    if (taken.length < run.length) break;
  }
  return out;
}
