import { type Operation, operate } from '../operation.ts';
import { foldPart } from '../part-folds.ts';
import type { Condition, Draft, Pass, Problem } from '../pass.ts';
import { partTokens } from '../render.ts';
import { type ContentType, contentType, type Selection, selectRows } from '../selection.ts';
import type { EntryRow } from '../view.ts';

/** An operation for each kind of content. */
export type Operations = Readonly<Record<ContentType, Operation>>;

/** How an individual pass treats messages one by one. */
export interface IndividualConfig {
  readonly id: string;
  readonly name: string;
  readonly when: Condition;
  readonly selection: Selection;
  /** The operations for a message, chosen by its place in the transcript and who spoke. */
  operationsFor(row: EntryRow): Operations;
}

/** Each selected message by itself, the oldest first, an operation per kind of content, until the goal is met. */
export function individualPass({ id, name, when, selection, operationsFor }: IndividualConfig): Pass {
  return {
    id,
    name,
    when,
    propose(problem) {
      const drafts: Draft[] = [];
      let excess = problem.excess;
      for (const row of selectRows(problem, selection)) {
        if (excess <= 0) break;
        for (const { draft, gain } of draftsFor(row, operationsFor(row), problem)) {
          drafts.push(draft);
          excess -= gain;
        }
      }
      return drafts;
    },
  };
}

function draftsFor(row: EntryRow, operations: Operations, problem: Problem): { draft: Draft; gain: number }[] {
  const { count } = problem;
  return row.message.parts.flatMap((part, index) => {
    const type = contentType(part);
    // Made from the original, not from a reference to text that may go in this very pass.
    const original = row.entry.message.parts[index] ?? part;
    const shortened = type === null ? null : operate(operations[type], original, problem);
    if (shortened === null) return [];
    const { kind, body } = shortened;
    const before = partTokens(row.message, index, count);
    const after =
      typeof body === 'string'
        ? partTokens({ role: row.message.role, parts: [foldPart(original, body)] }, 0, count)
        : body.expected;
    if (after >= before) return [];
    return [{ draft: { target: { kind: 'part', entry: row.entry.id, index }, kind, body }, gain: before - after }];
  });
}
