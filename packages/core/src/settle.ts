import type { AskResult } from './ask-answers.ts';
import { type Conversation, positionsOf } from './conversation.ts';
import type { Counter } from './counter.ts';
import { neutralise } from './fence.ts';
import type { Fold, FoldId, PartTarget } from './fold.ts';
import type { Hash } from './hash.ts';
import { attachmentLine } from './material.ts';
import type { Part } from './message.ts';
import { foldPart } from './part-folds.ts';
import type { Draft } from './pass.ts';
import { rowTokens } from './render.ts';
import type { EntryRow, Row, View } from './view.ts';

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
  const rows = rowsById(terms.view);
  const groups = new Map<string, (Fold | string)[]>();
  drafts.forEach((answered, index) => {
    const outcome = settleOne(answered, index, terms, rows);
    const name = answered.draft.group ?? `\n${index}`;
    const members = groups.get(name);
    if (members === undefined) groups.set(name, [outcome]);
    else members.push(outcome);
  });
  const folds: Fold[] = [];
  const refused: string[] = [];
  for (const members of groups.values()) {
    const why = members.find((member) => typeof member === 'string') ?? grows(members as Fold[]);
    if (why === null) folds.push(...(members as Fold[]));
    else refused.push(why as string);
  }
  return { folds, refused };
}

/** Why folds that stand together are worth nothing: they weigh no less than what they stand for. */
function grows(folds: readonly Fold[]): string | null {
  const before = folds.reduce((sum, fold) => sum + fold.before, 0);
  const after = folds.reduce((sum, fold) => sum + fold.after, 0);
  return after < before ? null : `The stand-in (${after} tokens) was no shorter than what it stands for (${before}).`;
}

/** The fold a draft becomes, or why it is refused. */
function settleOne({ draft, result }: AnsweredDraft, index: number, terms: SettleTerms, rows: RowsById): Fold | string {
  if (result?.error !== undefined) return `The summary failed: ${result.error}`;
  const estimated = result !== undefined && result.text === null;
  const body = typeof draft.body === 'string' ? draft.body : (result?.text ?? '');
  if (result !== undefined && !estimated && body.trim() === '') return 'The summary was empty.';
  const group = draft.group === undefined ? {} : { group: `${terms.salt}.${draft.group}` };
  const base = {
    id: terms.hash(`${terms.salt}\n${index}\n${JSON.stringify(draft.target)}`).slice(0, 12),
    run: '',
    ...group,
    target: draft.target,
    kind: draft.kind,
    lossless: draft.lossless ?? false,
    ...(draft.origins === undefined ? {} : { origins: draft.origins }),
    by: result?.by.at(-1) ?? terms.by,
    ...(estimated ? { estimated: true } : {}),
  };
  const expected = typeof draft.body === 'string' ? 0 : draft.body.expected;
  return draft.target.kind === 'span'
    ? settleSpan(base, body, expected, terms)
    : settlePart({ ...base, target: draft.target }, body, expected, terms, rows);
}

type Unweighed = Omit<Fold, 'text' | 'before' | 'after'>;

function settleSpan(base: Unweighed, body: string, expected: number, { conversation, view, count }: SettleTerms): Fold {
  const at = positionsOf(conversation.transcript);
  const target = base.target as { from: string; to: string };
  const from = at.get(target.from) ?? 0;
  const to = at.get(target.to) ?? -1;
  const covered = view.rows.filter((row) =>
    row.kind === 'entry' ? row.index >= from && row.index <= to : row.from >= from && row.to <= to,
  );
  const before = covered.reduce((sum, row) => sum + rowTokens(row, count), 0);
  const attached = body === '' && !base.estimated ? '' : attachmentList(conversation, from, to);
  const text = base.estimated ? '' : (body + attached).toWellFormed();
  const after = base.estimated ? expected : text === '' ? 0 : count.text(neutralise(text));
  return { ...base, text, before, after };
}

function settlePart(
  base: Unweighed & { target: PartTarget },
  body: string,
  expected: number,
  { count }: SettleTerms,
  rows: RowsById,
): Fold | string {
  const row = rows.get(base.target.entry);
  const part = row?.message.parts[base.target.index];
  if (row === undefined || part === undefined) return 'The message it stands for is not in view.';
  const text = body.toWellFormed();
  const weigh = (piece: Part) => count.message({ role: row.message.role, parts: [piece] });
  const before = weigh(part);
  const after = base.estimated ? expected : weigh(foldPart(part, text));
  const below = row.folds.find((fold) => (fold.target as PartTarget).index === base.target.index);
  return { ...base, text, before, after, ...(below === undefined ? {} : { over: below.id as FoldId }) };
}

type RowsById = ReadonlyMap<string, EntryRow>;

function rowsById(view: View): RowsById {
  return new Map(view.rows.filter((row): row is Row & EntryRow => row.kind === 'entry').map((row) => [row.entry.id, row]));
}

/** Files and images a span hides, one a line, so that a reader knows they can be recalled. */
function attachmentList({ transcript }: Conversation, from: number, to: number): string {
  const lines: string[] = [];
  for (let index = from; index <= to; index++) {
    for (const part of transcript[index]?.message.parts ?? []) {
      const pieces = part.type === 'tool-result' && typeof part.output !== 'string' ? part.output : [part];
      for (const piece of pieces)
        if (piece.type === 'attachment') lines.push(`- ${attachmentLine(piece)} in message ${index + 1}`);
    }
  }
  return lines.length === 0 ? '' : `\n\n## Attachments\n${lines.join('\n')}`;
}
