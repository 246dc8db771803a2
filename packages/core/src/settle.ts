import type { AskResult } from './ask-answers.ts';
import type { Conversation } from './conversation.ts';
import { counted, formatCount } from './counted.ts';
import type { Counter } from './counter.ts';
import { findEvidence } from './evidence/find.ts';
import { scoreEvidence, scorePart } from './evidence/held.ts';
import { type Mended, mend } from './evidence/mend.ts';
import { fence } from './fence.ts';
import type { Fold, PartTarget, Span, Target } from './fold.ts';
import type { Hash } from './hash.ts';
import { latestRequest, onlyContinues } from './injected.ts';
import { attachmentLine, attachmentsIn, messageText, type Part } from './message.ts';
import { foldPart, partStandIn, withFilesNamed } from './part-folds.ts';
import type { Draft } from './pass.ts';
import { partTokens, rowTokens } from './project.ts';
import { shownWhole } from './protection.ts';
import { place } from './undo.ts';
import { withUntold } from './untold.ts';
import { type EntryRow, type Row, rowsBetween, toldText, type View } from './view.ts';

/** What settling drafts needs to know. */
export interface SettleTerms {
  readonly conversation: Conversation;
  readonly view: View;
  readonly count: Counter;
  readonly hash: Hash;
  readonly by: string;
  /** Makes the ids of this batch differ from those of other batches. */
  readonly salt: string;
}

/** A draft with what came of its ask; a result only where it asked. */
export interface AnsweredDraft {
  readonly draft: Draft;
  readonly result?: AskResult;
}

/** Drafts as folds, and the reasons for those that were refused. Drafts of one group are kept or refused together. */
export function settleDrafts(
  drafts: readonly AnsweredDraft[],
  terms: SettleTerms,
): { folds: readonly Fold[]; refused: readonly string[] } {
  const context = { ...terms, rows: rowsById(terms.view), whole: shownWhole(terms.conversation) };
  const groups = Map.groupBy(drafts.entries(), ([index, { draft }]) => draft.group ?? index);
  const folds: Fold[] = [];
  const refused: string[] = [];
  for (const members of groups.values()) {
    const targets = members.map(([, { draft }]) => draft.target);
    const outcomes = members.map(([index, answered]) => settleOne(answered, index, targets, context));
    const made = outcomes.filter((outcome) => typeof outcome !== 'string');
    const why = outcomes.find((outcome) => typeof outcome === 'string') ?? grows(made);
    if (why !== null) refused.push(why);
    else for (const fold of made) folds.push(fold);
  }
  return { folds, refused };
}

/** Why folds that stand together are worth nothing: they weigh no less than what they stand for. */
function grows(folds: readonly Fold[]): string | null {
  const before = folds.reduce((sum, fold) => sum + fold.before, 0);
  const after = folds.reduce((sum, fold) => sum + fold.after, 0);
  return after < before
    ? null
    : `The stand-in (${counted(after, 'token')}) was no shorter than what it stands for (${formatCount(before)}).`;
}

interface Context extends SettleTerms {
  readonly rows: ReadonlyMap<string, EntryRow>;
  readonly whole: Uint8Array;
}

/** The fold a draft becomes, or why it is refused. `targets` are those of its group. */
function settleOne({ draft, result }: AnsweredDraft, index: number, targets: readonly Target[], context: Context): Fold | string {
  if (result?.error !== undefined) return `The summary failed: ${result.error.replace(/\.$/, '')}.`;
  const estimated = result !== undefined && result.text === null;
  const body = typeof draft.body === 'string' ? draft.body : (result?.text ?? '');
  if (result !== undefined && !estimated && body.trim() === '') return 'The summary was empty.';
  const { salt, hash } = context;
  const base = {
    id: hash([salt, index, JSON.stringify(draft.target), body].join('\n')).slice(0, 12),
    run: '',
    ...(draft.group === undefined ? {} : { group: `${salt}.${draft.group}` }),
    target: draft.target,
    kind: draft.kind,
    lossless: draft.lossless ?? false,
    ...(draft.origins === undefined ? {} : { origins: draft.origins }),
    by: result?.by.at(-1) ?? context.by,
    ...(estimated ? { estimated: true } : {}),
  };
  const expected = typeof draft.body === 'string' ? 0 : draft.body.expected;
  return draft.target.kind === 'span'
    ? settleSpan({ ...base, target: draft.target }, { body, expected, limit: draft.limit ?? 0 }, targets, context)
    : settlePart({ ...base, target: draft.target }, recallable(draft, body, base.id), expected, context);
}

/** A stand-in for a part that says how it can be had whole, where it is to. */
function recallable(draft: Draft, body: string, id: string): string {
  return draft.recallable ? `${body}\nRecall id: ${id}` : body;
}

type Unweighed<T extends Target> = Omit<Fold, 'text' | 'before' | 'after' | 'target'> & { readonly target: T };

/** Stands for the id of an estimate, as heavy as most: the same question is to be found worth asking each time. */
const ANY_ID = '4406e92dffc0';

/** What a stand-in for whole messages says, or is expected to weigh, and what it may weigh in all. */
interface Words {
  readonly body: string;
  readonly expected: number;
  readonly limit: number;
}

function settleSpan(
  base: Unweighed<Span>,
  { body, expected, limit }: Words,
  targets: readonly Target[],
  context: Context,
): Fold | string {
  const { conversation, count } = context;
  const range = place(conversation, base);
  if (range === null || range[0] > range[1]) return 'The messages it stands for are not in the transcript.';
  const covered = coveredRows(range, context);
  const before = covered.reduce((sum, row) => sum + rowTokens(row, count), 0);
  if (body === '' && !base.estimated) return { ...base, text: '', before, after: 0 };
  const covers = covered.reduce((sum, row) => sum + (row.kind === 'entry' ? 1 : row.covers), 0);
  if (base.estimated) {
    // What the summary leaves of its room goes to facts, so it is as good as full.
    const whole = Math.max(expected, limit);
    return { ...base, text: '', before, after: count.message(fence('', ANY_ID, covers)) + whole };
  }
  const told = (body + attachmentList(targets, context)).toWellFormed();
  const mended = withEvidence(base.kind, told, limit, targets, context);
  const { evidence } = mended;
  const text = mended.text.toWellFormed();
  // What a protected message parts is told by one text, which stands for all of it.
  const together = targets.flatMap((target) => coveredRows(place(conversation, { target }), context));
  // Weighed by their words: the ids in their fences differ by a token or two, and a run after a run is to find nothing.
  if (
    base.kind === 'summary' &&
    together.every((row) => row.kind === 'stand-in') &&
    count.text(text) >= toldTokens(together, count)
  )
    return 'The summary was no shorter than the one that stands there.';
  return { ...base, text, before, after: count.message(fence(text, base.id, covers)), evidence };
}

function toldTokens(rows: readonly Row[], count: Counter): number {
  return rows.reduce((sum, row) => sum + (row.kind === 'stand-in' ? count.text(toldText(row)) : 0), 0);
}

/** A summary is mended; any other text is only scored on what it still holds. */
function withEvidence(kind: Fold['kind'], told: string, limit: number, targets: readonly Target[], context: Context): Mended {
  const rows = targets.flatMap((target) => coveredRows(place(context.conversation, { target }), context));
  if (kind === 'summary')
    return mend(told, withUntold(rows, context.conversation), limit, context.count, continuesOnly(context.view));
  return { text: told, evidence: scoreEvidence(findEvidence(rows), told) };
}

/** True where the latest request only lets the work go on: what is wanted stands further up. */
function continuesOnly({ transcript }: View): boolean {
  const messages = transcript.map(({ message }) => message);
  const request = messages[latestRequest(messages)];
  return request !== undefined && onlyContinues(messageText(request));
}

/** Rows of the view that a range hides. */
function coveredRows(range: readonly [number, number] | null, { view, whole }: Context): readonly Row[] {
  const [from, to] = range ?? [0, -1];
  return rowsBetween(view, from, to).filter((row) =>
    row.kind === 'entry' ? whole[row.index] !== 1 : row.from >= from && row.to <= to,
  );
}

function settlePart(base: Unweighed<PartTarget>, body: string, expected: number, { count, rows }: Context): Fold | string {
  const row = rows.get(base.target.entry);
  const part = row?.message.parts[base.target.index];
  if (row === undefined || part === undefined) return 'The message it stands for is not in view.';
  const original = row.entry.message.parts[base.target.index] ?? part;
  const text = base.estimated ? '' : withFilesNamed(original, body);
  const standing = row.folds.find((fold) => (fold.target as PartTarget).index === base.target.index);
  // Weighed by their words: the ids in their fences differ by a token or two, and a run after a run is to find nothing.
  if (base.kind === 'summary' && standing?.kind === 'summary' && !base.estimated && count.text(text) >= count.text(standing.text))
    return 'The summary was no shorter than the one that stands there.';
  const weigh = (piece: Part) => partTokens({ role: row.message.role, parts: [piece] }, 0, count);
  const fenceTokens = base.estimated
    ? weigh({ type: 'text', text: partStandIn({ ...base, id: ANY_ID, text, estimated: false }) })
    : 0;
  const folded = foldPart(part, partStandIn({ ...base, text }));
  const after = base.estimated ? expected + fenceTokens : weigh(folded);
  // What an earlier cut dropped is missing still; what a reference tells stands elsewhere in view.
  const told = standing?.lossless === false ? original : part;
  const evidence = base.estimated || base.lossless ? {} : { evidence: scorePart(row.message.role, told, folded) };
  // What loses text is made from the original, so it stands alone; what can be rebuilt is made from what is rendered now.
  const below = base.lossless ? standing : undefined;
  return {
    ...base,
    text,
    before: partTokens(row.message, base.target.index, count),
    after,
    ...evidence,
    ...(below === undefined ? {} : { over: below.id }),
  };
}

const entryRows = new WeakMap<View, ReadonlyMap<string, EntryRow>>();

/** The entries of a view by id; remembered, since a pass that asks settles its drafts twice. */
function rowsById(view: View): ReadonlyMap<string, EntryRow> {
  const known = entryRows.get(view);
  if (known !== undefined) return known;
  const rows = new Map<string, EntryRow>();
  for (const row of view.rows) if (row.kind === 'entry') rows.set(row.entry.id, row);
  entryRows.set(view, rows);
  return rows;
}

/** Files and images that spans hide, one a line, so that a reader knows they can be recalled. */
function attachmentList(targets: readonly Target[], { conversation, whole, view }: Context): string {
  const lines = new Set<string>();
  for (const target of targets) {
    const [from, to] = place(conversation, { target }) ?? [0, -1];
    // What an older stand-in listed is carried over: its messages need not be at hand any more.
    for (const row of rowsBetween(view, from, to)) {
      if (row.kind === 'stand-in' && row.from >= from && row.to <= to)
        for (const line of listedIn(row.fold.text)) lines.add(line);
    }
    for (let index = from; index <= to; index++) {
      if (whole[index] === 1) continue;
      for (const part of conversation.transcript[index]?.message.parts ?? [])
        for (const piece of attachmentsIn(part)) lines.add(`- ${attachmentLine(piece)} in message ${index + 1}`);
    }
  }
  return lines.size === 0 ? '' : `${ATTACHMENTS}${[...lines].join('\n')}`;
}

const ATTACHMENTS = '\n\n## Attachments\n';

/** The files that the text of a stand-in lists. */
function listedIn(text: string): readonly string[] {
  const at = text.indexOf(ATTACHMENTS);
  if (at < 0) return [];
  const lines = text.slice(at + ATTACHMENTS.length).split('\n');
  const end = lines.findIndex((line) => !line.startsWith('- '));
  return end < 0 ? lines : lines.slice(0, end);
}
