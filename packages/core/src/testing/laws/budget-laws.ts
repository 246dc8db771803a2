import { CannotFit } from '../../cannot-fit.ts';
import type { Outcome } from '../../condense-loop.ts';
import type { Conversation } from '../../conversation.ts';
import type { Fold } from '../../fold.ts';
import { attachmentsIn, type Message, type Part } from '../../message.ts';
import { partText } from '../../part-folds.ts';
import { seamsOf } from '../../seam.ts';
import { firstOf, type Law, ofEveryRun } from './law.ts';
import { drive, type Engine, type Trial, tokens } from './trial.ts';

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

/** The laws of what a run leaves of a request: it fits, and what it has room for is used. */
export const budgetLaws: readonly Law[] = [budgetMet, targets, spent, larger];
