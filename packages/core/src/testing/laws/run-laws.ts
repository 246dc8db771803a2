import { promptOf } from '../../ask-answers.ts';
import type { Conversation } from '../../conversation.ts';
import type { Fold } from '../../fold.ts';
import { waitingCalls } from '../../rules/tool-pairs.ts';
import { seamsOf } from '../../seam.ts';
import { FoldCovered, peel, undoRun } from '../../undo.ts';
import { randomOf } from '../random.ts';
import { budgetLaws } from './budget-laws.ts';
import { firstOf, type Law, ofEveryRun } from './law.ts';
import { tokens } from './trial.ts';

const monotone = ofEveryRun('L1', 'a run never makes the request heavier', ({ plan, outcome }, trial) => {
  const before = tokens(trial, plan.conversation);
  const after = tokens(trial, outcome.conversation);
  if (outcome.report.before !== before || outcome.report.after !== after)
    return `the report says ${outcome.report.before} → ${outcome.report.after}, it is ${before} → ${after}`;
  return after < before || (after === before && outcome.folds.length === 0) ? null : `${before} → ${after} tokens`;
});

const settles = ofEveryRun('L2', 'a view at its goal is left alone, and a second run finds nothing', (run, { budget }) => {
  const { outcome, second } = run;
  if (outcome.report.before <= budget.goal && outcome.folds.length > 0) return `${outcome.folds.length} folds below the goal`;
  return second.folds.length === 0
    ? null
    : `a second run made ${second.folds.length} more folds (${second.report.before} → ${second.report.after})`;
});

const repeatable = ofEveryRun('L3', 'the same run gives the same folds', ({ outcome, again }) =>
  again === undefined || JSON.stringify(outcome.folds) === JSON.stringify(again.folds) ? null : 'two runs differ',
);

const requests = ofEveryRun('S3', 'the request is sent as it was put, and no stand-in reaches over it', (run, { engine }) => {
  const { conversation } = run.plan;
  const { request } = seamsOf(conversation);
  const row = (of: Conversation) => engine.project(of).rows.find(({ index }) => index === request);
  const before = row(conversation);
  if (before?.kind !== 'entry') return null;
  const after = row(run.outcome.conversation);
  if (after?.kind !== 'entry' || after.message !== before.message) return `entry ${request} is hidden or changed`;
  const over = engine
    .project(run.outcome.conversation)
    .rows.find((row) => row.kind === 'stand-in' && row.from < request && row.to > request);
  return over === undefined ? null : `a stand-in at ${over.index} reaches over the request at ${request}`;
});

const newest = ofEveryRun('S4', 'only the floor touches the newest step, and what waits for results stays', (run, { engine }) => {
  const { conversation } = run.plan;
  const { newest } = seamsOf(conversation);
  const after = new Map(engine.project(run.outcome.conversation).rows.map((row) => [row.index, row]));
  const waiting = new Set(waitingCalls(conversation.transcript));
  return firstOf(engine.project(conversation).rows, (row) => {
    if (row.kind !== 'entry' || row.index < newest) return null;
    const still = after.get(row.index);
    const lost = still?.kind !== 'entry' || still.folds.some((fold) => !fold.lossless && !row.folds.includes(fold));
    if (!lost) return null;
    if (waiting.has(row.index)) return `entry ${row.index} waits for its results and is hidden or cut`;
    return run.outcome.report.means === 'floor' ? null : `entry ${row.index} of the newest step is hidden or cut`;
  });
});

const asksFit = ofEveryRun('A1', "no ask is larger than the summarizer's window", ({ asks, plan }, { count }) =>
  firstOf(asks, (ask) => {
    const real = count.text(promptOf(ask));
    return real <= plan.askRoom && ask.tokens <= plan.askRoom
      ? null
      : `an ask of ${real} tokens (said ${ask.tokens}) for ${plan.askRoom}`;
  }),
);

const dryRuns = ofEveryRun('A2', 'a dry run estimates and writes nothing', ({ dry, plan }) => {
  if (dry === undefined) return null;
  const written = dry.folds.find((fold) => fold.estimated === true && fold.text !== '');
  if (written !== undefined) return 'an estimated fold has text';
  return dry.report.after <= dry.report.before && dry.conversation.transcript === plan.conversation.transcript ? null : 'it grew';
});

const failures = ofEveryRun('L5', 'no pass throws', ({ outcome }) =>
  firstOf(outcome.report.passes, ({ failed }) => (failed?.startsWith('The pass failed') ? failed : null)),
);

const immutable: Law = {
  id: 'T1',
  name: 'originals are never changed',
  broken: ({ messages, original }) => (JSON.stringify(messages) === original ? null : 'a message was changed'),
};

const prefix: Law = {
  id: 'V5',
  name: 'growing leaves what was sent as it was',
  broken({ moments }) {
    const grown = moments.findIndex(({ after }) => after === 'growing');
    const [before, after] = [moments[grown - 1], moments[grown]];
    if (before === undefined || after === undefined) return null;
    return firstOf(before.sent.entries(), ([at, message]) =>
      JSON.stringify(after.sent[at]) === JSON.stringify(message) ? null : `message ${at} is sent otherwise than before`,
    );
  },
};

const undo: Law = {
  id: 'U1',
  name: 'any fold or run can be undone, or names the newer one that covers it; undoing all gives the original back',
  broken(trial) {
    const { moments, of, engine, messages } = trial;
    const random = randomOf(of.seed + 2);
    let conversation = moments.at(-1)?.conversation as Conversation;
    while (conversation.folds.length > 0) {
      const before = conversation;
      const fold = random.chance(0.5) ? (before.folds.at(-1) as Fold) : random.pick(before.folds);
      const wrong = dropped(before, fold, random.chance(0.5));
      if (typeof wrong === 'string') return wrong;
      conversation = wrong;
      const rows = engine.project(conversation).rows;
      if (rows.length === 0 && conversation.transcript.length > 0) return 'a view is empty';
      if (fold === before.folds.at(-1) && conversation === before) return 'the newest fold could not be undone';
    }
    const sent = engine.render(engine.project(conversation));
    return JSON.stringify(sent) === JSON.stringify(messages) ? null : 'the original did not come back';
  },
};

/** The conversation without a fold or its run; itself where a newer fold covers it; what is wrong otherwise. */
function dropped(conversation: Conversation, fold: Fold, whole: boolean): Conversation | string {
  try {
    return whole ? undoRun(conversation, fold.run) : peel(conversation, fold.id);
  } catch (error) {
    if (!(error instanceof FoldCovered)) return `undo failed: ${String(error)}`;
    const cover = conversation.folds.findIndex(({ id }) => id === error.cover);
    const covered = conversation.folds.findIndex(({ id }) => id === error.fold);
    return cover > covered ? conversation : 'an older fold is named as the cover';
  }
}

const honestReport = ofEveryRun('L6', 'the report tells what was done', ({ outcome }) => {
  const { report, folds } = outcome;
  if (report.folds !== folds.length) return `${folds.length} folds, the report says ${report.folds}`;
  if ((report.means === 'none') !== (folds.length === 0)) return `${folds.length} folds by ${report.means}`;
  if (folds.length === 0) return null;
  const last = report.passes.findLast((pass) => pass.kept > 0);
  return last?.after === report.after ? null : `the passes end at ${last?.after} tokens, the report at ${report.after}`;
});

/** The laws of a run. */
export const runLaws: readonly Law[] = [
  monotone,
  settles,
  repeatable,
  ...budgetLaws,
  requests,
  newest,
  asksFit,
  dryRuns,
  failures,
  immutable,
  prefix,
  undo,
  honestReport,
];
