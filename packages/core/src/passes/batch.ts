import type { Ask, Scope } from '../ask.ts';
import { askFor } from '../ask-tree.ts';
import { cutToTokens } from '../cut.ts';
import { LEDGER_SHARE } from '../evidence/ledger.ts';
import { pieceOf } from '../material.ts';
import { messageText } from '../message.ts';
import type { Draft, Pass, Problem } from '../pass.ts';
import { summaryPrompt } from '../prompts.ts';
import { withUntold } from '../untold.ts';
import { type Row, spanOf } from '../view.ts';
import type { Batch, BatchConfig } from './batch-config.ts';
import { chosenRuns, trimmed, withNewestCut } from './batch-rows.ts';
import { dueTokens, limitsOf, SHORTEST_SUMMARY, weightOf } from './record-length.ts';

/** Share of the goal that a view may be above it without a second summary being paid for. */
const NEAR = 0.1;
/** Share of the summarizer's window that the request may take beside its steps. */
const REQUEST_SHARE = 1 / 8;

/** The selected messages as one block: one ask over the history, one over the steps of a running turn, each text where its first message stood. */
export function batchPass(config: BatchConfig): Pass {
  return {
    id: config.id,
    name: config.name,
    when: config.when,
    wholeTurns: config.selection.type !== 'custom' || config.selection.custom.roles?.includes('user') !== false,
    propose(given) {
      const problem = withNewestCut(given);
      // A shorter record is no help against a step that is too long by itself.
      if (problem.squeeze > 1 && problem !== given && problem.tokens <= problem.goal) return [];
      const runs = trimmed(chosenRuns(config.selection, problem), config, problem);
      const batches = batchesOf(runs, problem).filter((batch) => worthAsking(batch, problem, config.stopAtGoal));
      const limits = limitsOf(batches, config, problem);
      return batches.flatMap((batch, at) => draftsOver(batch, limits[at] as number, config, problem));
    },
  };
}

/** The request parts what stood before it from the steps taken on it: two spans, two summaries. */
function batchesOf(runs: readonly (readonly Row[])[], problem: Problem): readonly Batch[] {
  const { seams, count, conversation, squeeze } = problem;
  const parted = Map.groupBy(runs, ([first]): Scope => ((first?.index ?? 0) < seams.request ? 'history' : 'steps'));
  return [...parted].map(([scope, runs]) => {
    const rows = runs.flat();
    const told = withUntold(rows, conversation);
    return { scope, runs, rows, told, tokens: weightOf(rows, count), due: dueTokens(told, squeeze, problem) };
  });
}

/** A summary alone is not summarized again, unless it turned out too long; nor is one with a little more, to come a little closer to the goal or while a turn goes on behind it. */
function worthAsking({ rows, scope }: Batch, problem: Problem, stopAtGoal = false): boolean {
  const { squeeze, excess, goal, spend, seams, budget, count, view } = problem;
  const isRecord = rows[0]?.kind === 'stand-in' && rows[0].fold.kind === 'summary' && squeeze === 1;
  const again = isRecord && !spend;
  if (stopAtGoal && again && excess <= goal * NEAR) return false;
  const isRunning = view.transcript.length > seams.request + 1;
  const fresh = rows.filter((row) => row.kind === 'entry');
  if (again && scope === 'history' && isRunning && weightOf(fresh, count) <= budget.retention.value) return false;
  // Next to nothing new is no reason to tell a record anew, nor what the floor left of a message.
  if (isRecord && spend && weightOf(fresh, count) < SHORTEST_SUMMARY) return false;
  return fresh.length > 0 || (problem.anew && rows.some((row) => row.kind === 'stand-in' && row.fold.kind === 'summary'));
}

/** The first span carries the text; the others, behind what is protected, render as nothing and go with it. */
function draftsOver({ scope, runs, told }: Batch, limit: number, config: BatchConfig, problem: Problem): readonly Draft[] {
  const body = summaryAsk(told, scope, limit, config, problem);
  const group = runs.length > 1 ? { group: scope } : {};
  return runs.map((run, index) => {
    const target = { kind: 'span', from: spanOf(run[0] as Row).from, to: spanOf(run.at(-1) as Row).to } as const;
    return { target, kind: 'summary', ...(index === 0 ? { body, limit } : { body: '' }), ...group };
  });
}

function summaryAsk(rows: readonly Row[], scope: Scope, limit: number, config: BatchConfig, problem: Problem): Ask {
  const { count, ask } = problem;
  const pieces = rows.filter((row) => row.message !== null).map((row) => pieceOf(row, count));
  const instructions = config.customPrompt ?? summaryPrompt(config.template, config.detail, scope);
  const request = scope === 'steps' ? requestText(problem) : '';
  return askFor(pieces, {
    instructions,
    maxTokens: Math.max(1, Math.floor(limit * (1 - LEDGER_SHARE))),
    whole: limit,
    room: ask.room,
    count,
    beside: Math.floor(Math.min(MAX_BESIDE, ask.room / 16, limit / 4)),
    ...(scope === 'steps' ? { scope } : {}),
    ...(request === '' ? {} : { request }),
    ...(config.apiProfile === undefined ? {} : { profile: config.apiProfile }),
  });
}

/** Tokens of what is kept beside a summary that its writer is shown. */
const MAX_BESIDE = 1_000;

/** The words of the request, as far as they leave the summarizer's window to the steps. */
function requestText({ view, seams, ask, count }: Problem): string {
  const entry = view.transcript[seams.request];
  return entry === undefined ? '' : cutToTokens(messageText(entry.message), Math.floor(ask.room * REQUEST_SHARE), count.text);
}
