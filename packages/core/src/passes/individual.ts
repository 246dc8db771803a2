import type { Counter } from '../counter.ts';
import { cutToTokens } from '../cut.ts';
import type { Message, Part } from '../message.ts';
import { type Operation, operate, type Shortened } from '../operation.ts';
import { foldPart, partText, withFilesNamed } from '../part-folds.ts';
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
  const known: Known = new WeakMap();
  return {
    id,
    name,
    when,
    propose(problem) {
      const drafts: Draft[] = [];
      let excess = problem.excess;
      for (const row of selectRows(problem, selection)) {
        if (excess <= 0) break;
        for (const made of draftsFor(row, operationsFor(row), problem, known)) {
          const { draft, gain } = problem.spend ? enough(made, row, excess, problem) : made;
          drafts.push(draft);
          excess -= gain;
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

/** A cut that would undercut a target takes only as much as is needed. */
function enough(made: Made, row: EntryRow, excess: number, { count }: Problem): Made {
  const { target, body } = made.draft;
  const part = target.kind === 'part' ? row.entry.message.parts[target.index] : undefined;
  const text = part === undefined || part.type === 'tool-call' ? null : partText(part);
  if (target.kind !== 'part' || part === undefined || text === null || typeof body !== 'string' || made.gain <= excess)
    return made;
  const before = partTokens(row.message, target.index, count);
  const weigh = (shown: Part) => partTokens({ role: row.message.role, parts: [shown] }, 0, count);
  const around = weigh(part) - count.text(text);
  const cut = cutToTokens(text, before - Math.max(excess, 1) - around - SPARE, count.text);
  const gain = before - weigh(foldPart(part, withFilesNamed(part, cut)));
  return gain >= excess && gain < made.gain ? { draft: { ...made.draft, kind: 'truncation', body: cut }, gain } : made;
}

/** Tokens by which texts weigh more together than apart, bounded from above. */
const SPARE = 4;

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
