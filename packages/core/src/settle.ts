import type { AskResult } from './ask-answers.ts';
import type { Conversation } from './conversation.ts';
import type { Counter } from './counter.ts';
import { fence } from './fence.ts';
import type { Fold, PartTarget, Span, Target } from './fold.ts';
import type { Hash } from './hash.ts';
import { type Attachment, attachmentLine, type Part } from './message.ts';
import { foldPart, partStandIn } from './part-folds.ts';
import type { Draft } from './pass.ts';
import { shownWhole } from './protection.ts';
import { rowTokens } from './render.ts';
import { place } from './undo.ts';
import type { EntryRow, View } from './view.ts';

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
    if (why === null) folds.push(...made);
    else refused.push(why);
  }
  return { folds, refused };
}

/** Why folds that stand together are worth nothing: they weigh no less than what they stand for. */
function grows(folds: readonly Fold[]): string | null {
  const before = folds.reduce((sum, fold) => sum + fold.before, 0);
  const after = folds.reduce((sum, fold) => sum + fold.after, 0);
  return after < before ? null : `The stand-in (${after} tokens) was no shorter than what it stands for (${before}).`;
}

interface Context extends SettleTerms {
  readonly rows: ReadonlyMap<string, EntryRow>;
  readonly whole: Uint8Array;
}

/** The fold a draft becomes, or why it is refused. `targets` are those of its group. */
function settleOne({ draft, result }: AnsweredDraft, index: number, targets: readonly Target[], context: Context): Fold | string {
  if (result?.error !== undefined) return `The summary failed: ${result.error}.`;
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
    ? settleSpan({ ...base, target: draft.target }, body, expected, targets, context)
    : settlePart({ ...base, target: draft.target }, body, expected, context);
}

type Unweighed<T extends Target> = Omit<Fold, 'text' | 'before' | 'after' | 'target'> & { readonly target: T };

function settleSpan(
  base: Unweighed<Span>,
  body: string,
  expected: number,
  targets: readonly Target[],
  context: Context,
): Fold | string {
  const { conversation, view, count, whole } = context;
  const range = place(conversation, base);
  if (range === null || range[0] > range[1]) return 'The messages it stands for are not in the transcript.';
  const [from, to] = range;
  const covered = view.rows.filter((row) =>
    row.kind === 'entry' ? row.index >= from && row.index <= to && whole[row.index] !== 1 : row.from >= from && row.to <= to,
  );
  const before = covered.reduce((sum, row) => sum + rowTokens(row, count), 0);
  if (body === '' && !base.estimated) return { ...base, text: '', before, after: 0 };
  const covers = covered.reduce((sum, row) => sum + (row.kind === 'entry' ? 1 : row.covers), 0);
  const text = base.estimated ? '' : (body + attachmentList(targets, context)).toWellFormed();
  const after = count.message(fence(text, base.id, covers)) + (base.estimated ? expected : 0);
  return { ...base, text, before, after };
}

function settlePart(base: Unweighed<PartTarget>, body: string, expected: number, { count, rows }: Context): Fold | string {
  const row = rows.get(base.target.entry);
  const part = row?.message.parts[base.target.index];
  if (row === undefined || part === undefined) return 'The message it stands for is not in view.';
  const text = base.estimated ? '' : withAttachments(part, body).toWellFormed();
  const weigh = (piece: Part) =>
    count.message({ role: row.message.role, parts: [piece] }) - count.message({ role: row.message.role, parts: [] });
  const fenceTokens = base.estimated ? weigh({ type: 'text', text: partStandIn({ ...base, text, estimated: false }) }) : 0;
  const after = base.estimated ? expected + fenceTokens : weigh(foldPart(part, partStandIn({ ...base, text })));
  const below = row.folds.find((fold) => (fold.target as PartTarget).index === base.target.index);
  return { ...base, text, before: weigh(part), after, ...(below === undefined ? {} : { over: below.id }) };
}

function rowsById(view: View): ReadonlyMap<string, EntryRow> {
  return new Map(view.rows.filter((row) => row.kind === 'entry').map((row) => [row.entry.id, row]));
}

/** Files and images that spans hide, one a line, so that a reader knows they can be recalled. */
function attachmentList(targets: readonly Target[], { conversation, whole }: Context): string {
  const lines: string[] = [];
  for (const target of targets) {
    const [from, to] = place(conversation, { target }) ?? [0, -1];
    for (let index = from; index <= to; index++) {
      if (whole[index] === 1) continue;
      for (const part of conversation.transcript[index]?.message.parts ?? [])
        for (const piece of attachmentsIn(part)) lines.push(`- ${attachmentLine(piece)} in message ${index + 1}`);
    }
  }
  return lines.length === 0 ? '' : `\n\n## Attachments\n${lines.join('\n')}`;
}

/** The text that stands in for a part, with the files and images it would otherwise take away unnamed. */
function withAttachments(part: Part, text: string): string {
  const unnamed = part.type === 'tool-result' ? attachmentsIn(part).map(attachmentLine) : [];
  return [text, ...unnamed.filter((line) => !text.includes(line)).map((line) => `- ${line}`)].join('\n');
}

function attachmentsIn(part: Part): readonly Attachment[] {
  const pieces = part.type === 'tool-result' && typeof part.output !== 'string' ? part.output : [part];
  return pieces.filter((piece) => piece.type === 'attachment');
}
