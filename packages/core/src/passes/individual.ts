import type { Counter } from '../counter.ts';
import type { Message, Part } from '../message.ts';
import { type Operation, operate, type Shortened } from '../operation.ts';
import { foldPart, withFilesNamed } from '../part-folds.ts';
import type { Condition, Draft, Pass, Problem } from '../pass.ts';
import { partTokens } from '../project.ts';
import { type ContentType, contentType, type Selection, selectRows } from '../selection.ts';
import type { EntryRow } from '../view.ts';
import { comingBack } from './coming-back.ts';

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
  const known: Known = new WeakMap();
  return {
    id,
    name,
    when,
    propose(problem) {
      const drafts: Draft[] = [];
      const returns = comingBack(problem.view, problem.conversation);
      let excess = problem.excess;
      for (const row of selectRows(problem, selection)) {
        if (excess <= 0) break;
        for (const { draft, gain } of draftsFor(row, operationsFor(row), problem, known)) {
          drafts.push(draft);
          // What refers to it would show in full again, so it may be refused: others must make up for that.
          const back = returns.get(row.entry.id)?.reduce((sum, { tokens }) => sum + tokens, 0) ?? 0;
          excess -= Math.max(0, gain - back);
        }
      }
      return drafts;
    },
  };
}

interface Made {
  readonly draft: Draft;
  readonly gain: number;
}

/** What an operation makes of a part, and what is left of it. */
interface Weighed extends Shortened {
  readonly after: number;
}

/** What operations without a model made of original parts: a pass is run again while others gain something. */
type Known = WeakMap<Part, { readonly operation: Operation; readonly count: Counter; readonly weighed: Weighed | null }>;

function draftsFor(row: EntryRow, operations: Operations, problem: Problem, known: Known): Made[] {
  const { count } = problem;
  return row.message.parts.flatMap((part, index) => {
    const type = contentType(part);
    // Made from the original, not from a reference to text that may go in this very pass.
    const original = row.entry.message.parts[index] ?? part;
    const weighed = type === null ? null : shorten(operations[type], original, row.message.role);
    if (weighed === null) return [];
    const { kind, body, after } = weighed;
    const before = partTokens(row.message, index, count);
    if (after >= before) return [];
    return [{ draft: { target: { kind: 'part', entry: row.entry.id, index }, kind, body }, gain: before - after }];
  });

  function shorten(operation: Operation, part: Part, role: Message['role']): Weighed | null {
    const there = known.get(part);
    if (there?.operation === operation && there.count === count) return there.weighed;
    const shortened = operate(operation, part, problem);
    if (typeof shortened?.body === 'object') return { ...shortened, after: shortened.body.expected };
    const weigh = (body: string) => partTokens({ role, parts: [foldPart(part, withFilesNamed(part, body))] }, 0, count);
    const weighed = shortened === null ? null : { ...shortened, after: weigh(shortened.body) };
    known.set(part, { operation, count, weighed });
    return weighed;
  }
}
