import { promptOf } from '../../ask-answers.ts';
import { CannotFit } from '../../cannot-fit.ts';
import type { Outcome } from '../../condense-loop.ts';
import type { Conversation } from '../../conversation.ts';
import type { Fold } from '../../fold.ts';
import { attachmentsIn, type Message, type Part } from '../../message.ts';
import { partText } from '../../part-folds.ts';
import { waitingCalls } from '../../rules/tool-pairs.ts';
import { seamsOf } from '../../seam.ts';
import { FoldCovered, peel, undoRun } from '../../undo.ts';
import { randomOf } from '../random.ts';
import { firstOf, type Law } from './law.ts';
import { drive, type Engine, type Trial, type TrialRun } from './trial.ts';

/** A law about every run of a trial. */
function ofEveryRun(id: string, name: string, wrong: (run: TrialRun, trial: Trial) => string | null): Law {
  return { id, name, broken: (trial) => firstOf(trial.runs, (run) => wrong(run, trial)) };
}

function tokens({ engine, count }: Trial, conversation: Conversation): number {
  const view = engine.project(conversation);
  const sent = engine.render(view);
  return count.frame(view.frame) + sent.reduce((sum, message) => sum + count.message(message), 0);
}

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

const budgetMet = ofEveryRun('B1', 'the request fits, or CannotFit names what is held', ({ plan, outcome }, trial) => {
  const after = tokens(trial, outcome.conversation);
  const limit = plan.limit ?? Infinity;
  if (after <= limit) return outcome.unmet === null ? null : `${after} of ${limit} tokens fit and CannotFit was raised`;
  if (!(outcome.unmet instanceof CannotFit)) return `${after} tokens do not fit ${limit} and nothing was said`;
  return heldWrongly(outcome.unmet, outcome.conversation, trial);
});

/** Tokens that may be left foldable: hiding so little would cost more than it weighs. */
const NOT_WORTH_HIDING = 100;
/** Tokens of the line that names a hidden file or image. */
const NAMED = 40;
/** Tokens of a text or result that was cut as far as it goes: the marker, attachments by name, and how it can be recalled. */
const CUT_PART = 80;

/** Every held entry may not be folded, and what is not held is too little to matter. */
function heldWrongly(unmet: CannotFit, conversation: Conversation, { engine, count }: Trial): string | null {
  const seams = seamsOf(conversation);
  const held = new Set(unmet.held.map(({ index }) => index));
  const loose = { history: 0, steps: 0 };
  for (const row of engine.project(conversation).rows) {
    const scope = row.index < seams.request ? 'history' : 'steps';
    if (row.kind !== 'entry') {
      loose[scope] -= namedTokens(conversation, row.from, row.to);
      continue;
    }
    const may = !seams.fixed(row.index);
    if (may === held.has(row.index)) return `entry ${row.index} is ${may ? '' : 'not '}named as held`;
    if (!seams.held(row.index)) loose[scope] += count.message(row.message) - namedTokens(conversation, row.index, row.index);
    if (!may) continue;
    const uncut = row.message.parts.find((part) => part.type !== 'tool-call' && count.text(cuttableText(part)) > CUT_PART);
    if (uncut !== undefined) return `a ${uncut.type} of entry ${row.index} could still have been cut`;
  }
  return firstOf(Object.entries(loose), ([scope, tokens]) =>
    tokens <= NOT_WORTH_HIDING ? null : `${tokens} tokens of the ${scope} could still have been hidden`,
  );
}

function cuttableText(part: Part): string {
  return part.type === 'text' || part.type === 'tool-result' ? (partText(part) ?? '') : '';
}

/** Tokens of the lines that name the files and images of hidden entries, bounded from above. */
function namedTokens({ transcript }: Conversation, from: number, to: number): number {
  const parts = transcript.slice(from, to + 1).flatMap(({ message }) => message.parts);
  return NAMED * parts.flatMap(attachmentsIn).length;
}

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

const targets = ofEveryRun('B4', 'a target that is not met is told', ({ plan, outcome }, trial) => {
  const missed = plan.spend === true && tokens(trial, outcome.conversation) > (plan.goal ?? 0);
  return missed === (outcome.report.unmet !== undefined) ? null : `the target is ${missed ? '' : 'not '}missed`;
});

/** Share of a target that must be used while there is something to keep. */
const SPENT = 0.9;

const spent = ofEveryRun(
  'B5',
  'a target is not undercut by more than a tenth while something put away would fit',
  (run, trial) => {
    const { plan, outcome } = run;
    const { conversation, folds, report } = outcome;
    const goal = plan.goal ?? 0;
    if (!plan.spend || report.after >= goal * SPENT) return null;
    return firstOf(folds, (fold) => {
      const isOneOfMany = fold.target.kind === 'span' && folds.some((other) => other !== fold && other.target.kind === 'span');
      const less = fold.lossless || fold.group !== undefined || isOneOfMany ? null : keepingMore(conversation, fold);
      if (less === null) return null;
      const after = tokens(trial, less);
      return after > report.after && after <= goal
        ? `${report.after} of ${goal} tokens are used, and without all of ${fold.kind} ${fold.id} ${after} would be`
        : null;
    });
  },
);

/** The conversation with one fold less or, where it stands for several messages, with the newest of them in view; null where older folds stand there. */
function keepingMore(conversation: Conversation, fold: Fold): Conversation | null {
  const { target } = fold;
  const others = conversation.folds.filter((other) => other !== fold);
  if (target.kind === 'part') return { ...conversation, folds: others };
  const at = new Map(conversation.transcript.map(({ id }, index) => [id, index]));
  const [from, to] = [at.get(target.from) ?? 0, at.get(target.to) ?? 0];
  const [first] = seamsOf({ ...conversation, folds: others }).unit(to);
  const last = conversation.transcript[first - 1];
  if (first <= from || last === undefined) return null;
  const isOlder = (other: Fold) =>
    other.target.kind === 'span' && (at.get(other.target.to) ?? 0) >= first && (at.get(other.target.from) ?? 0) <= to;
  if (others.some(isOlder)) return null;
  const shorter = { ...fold, target: { ...target, to: last.id } };
  return { ...conversation, folds: conversation.folds.map((other) => (other === fold ? shorter : other)) };
}

const larger: Law = {
  id: 'L4',
  name: 'without asks, a larger budget never removes more',
  broken(trial) {
    const [run] = trial.runs;
    if (run === undefined || trial.strategy.capabilities.supportsLLMSummarization || run.outcome.unmet !== null) return null;
    const { budget, engine } = trial;
    const wider = { ...budget, room: budget.room + Math.ceil(budget.room / 4), goal: budget.goal + Math.ceil(budget.goal / 4) };
    const { outcome } = run;
    const more = drive(engine.condense({ ...run.plan, budget: wider, limit: wider.room }), () => null, []);
    // Folding what a reference points to brings text back that goes in turn: no order of sizes holds there.
    if ([outcome, more].some((each) => lostOrigins(each, engine))) return null;
    const goal = run.plan.goal ?? budget.goal;
    // A limit that takes a large message leaves more of a target to small ones: there only sizes compare.
    const isSpent = run.plan.spend === true && outcome.report.after <= goal && more.report.after > goal;
    const shown = new Set(engine.project(more.conversation).rows.map((row) => row.kind === 'entry' && row.index));
    const lost = engine.project(outcome.conversation).rows.find((row) => row.kind === 'entry' && !shown.has(row.index));
    if (lost !== undefined && !isSpent)
      return `entry ${lost.index} is shown with a room of ${budget.room} and hidden with ${wider.room}`;
    const [less, left] = [outcome, more].map(({ conversation }) => tokensBesideIds(trial, conversation)) as [number, number];
    return left >= less ? null : `${less} tokens are left of a room of ${budget.room}, ${left} of ${wider.room}`;
  },
};

/** Tokens of a request with one id in the place of all: they differ from run to run by a token or two. */
function tokensBesideIds({ engine, count }: Trial, conversation: Conversation): number {
  const sent = engine.render(engine.project(conversation));
  const same = (message: Message): Message =>
    JSON.parse(JSON.stringify(message).replace(/(Recall id: |<\/record )[0-9a-f]+/g, '$10'));
  return sent.reduce((sum, message) => sum + count.message(same(message)), 0);
}

/** Whether a run folded what a reference of its own points to. */
function lostOrigins({ conversation, folds }: Outcome, { project }: Engine): boolean {
  const shown = new Map(project(conversation).rows.flatMap((row) => (row.kind === 'entry' ? [[row.entry.id, row]] : [])));
  return folds
    .flatMap(({ origins }) => origins ?? [])
    .some(({ entry, part }) => {
      const row = shown.get(entry);
      return (
        row === undefined ||
        row.folds.some(({ target, lossless }) => !lossless && target.kind === 'part' && target.index === part)
      );
    });
}

const asksFit = ofEveryRun('A1', "no ask is larger than the summariser's window", ({ asks, plan }, { count }) =>
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
  budgetMet,
  requests,
  newest,
  targets,
  spent,
  larger,
  asksFit,
  dryRuns,
  failures,
  immutable,
  prefix,
  undo,
  honestReport,
];
