import type { Message, Part, Role } from './message.ts';
import type { Problem } from './pass.ts';
import { rowTokens } from './project.ts';
import { isOlder, type Retained, retainedFrom, retentionIn } from './retention.ts';
import type { EntryRow, Row } from './view.ts';

/** The three kinds of content an operation can be chosen for. */
export type ContentType = 'messageText' | 'toolParameters' | 'toolResults';

/** Which messages a pass works on. Whatever it says, the opening, the request, the newest step and protected messages are left alone. */
export type Selection =
  | {
      readonly type: 'retention';
      readonly tokens?: number /** The same for steps; the larger of that and their share of the room when not given. */;
      readonly steps?: number;
    }
  | { readonly type: 'preserve_recent'; readonly keepRecentCount: number }
  | { readonly type: 'preserve_percent'; readonly keepPercentage: number }
  | { readonly type: 'custom'; readonly custom: CustomSelection };

/** All conditions given must hold. */
export interface CustomSelection {
  readonly roles?: readonly Role[];
  readonly kinds?: readonly ContentType[];
  readonly tools?: readonly string[];
  readonly minTokens?: number;
  /** Leave this many newest messages alone. */
  readonly olderThan?: number;
  readonly ids?: readonly string[];
}

/** The content type of a part; null for what no operation touches. */
export function contentType(part: Part): ContentType | null {
  if (part.type === 'text') return 'messageText';
  if (part.type === 'tool-call') return 'toolParameters';
  return part.type === 'tool-result' ? 'toolResults' : null;
}

/** Entry rows a selection lets a pass work on one by one, oldest first. */
export function selectRows(problem: Problem, selection: Selection): readonly EntryRow[] {
  const kept = keptBy(problem, selection);
  const { seams, view } = problem;
  return view.rows.filter((row): row is EntryRow => {
    if (row.kind !== 'entry' || !isOlder(seams, kept, row.index) || seams.fixed(row.index)) return false;
    return selection.type !== 'custom' || matches(row, selection.custom, problem);
  });
}

/**
 * Runs of neighbouring rows that may be put away together, oldest first: what is held splits them. A stand-in
 * that is already there belongs to the run it stands in, so that the newest summary covers all older ones.
 */
export function selectRuns(problem: Problem, selection: Selection): readonly (readonly Row[])[] {
  const kept = keptBy(problem, selection);
  const chosen = selection.type === 'custom' ? chosenUnits(problem, selection) : null;
  const runs: Row[][] = [];
  let inside = -1;
  let open = false;
  const { seams } = problem;
  for (const row of problem.view.rows) {
    // A message protected after it was folded lies inside a span that already tells of it.
    if (row.kind === 'entry' && row.index <= inside) continue;
    const mayGo = row.kind === 'stand-in' || (!seams.held(row.index) && (chosen === null || chosen.has(row.index)));
    const taken = mayGo && isOlder(seams, kept, row.index);
    if (row.kind === 'stand-in') inside = row.to;
    if (taken && !open) runs.push([]);
    if (taken) runs.at(-1)?.push(row);
    open = taken;
  }
  return runs;
}

/** Entries of every unit all of whose entries match: a tool transaction is taken whole or not at all. */
function chosenUnits(problem: Problem, selection: Selection): ReadonlySet<number> {
  const matched = new Set(selectRows(problem, selection).map((row) => row.index));
  const whole = new Set<number>();
  let decided = -1;
  for (const index of matched) {
    if (index <= decided) continue;
    const [first, last] = problem.seams.unit(index);
    decided = last;
    let end = first;
    while (end <= last && matched.has(end)) end++;
    if (end > last) for (let i = first; i <= last; i++) whole.add(i);
  }
  return whole;
}

/** Positions from which on all stays as it is; always seams. */
function keptBy(problem: Problem, selection: Selection): Retained {
  const { seams, view, budget, squeeze, count } = problem;
  const total = view.transcript.length;
  const keep = (newest: number): Retained => {
    let end = Math.max(0, total - Math.ceil(newest / squeeze));
    while (!seams.cutBefore(end)) end--;
    return { history: Math.min(end, seams.request, seams.newest), steps: Math.min(end, seams.newest) };
  };
  switch (selection.type) {
    case 'retention': {
      // A run that goes deeper than usual keeps its share of what it comes to.
      const { messages, steps } = retentionIn(
        // Of a target it is a share, however much room there is: a larger one must not cost what a smaller one shows.
        problem.spend ? 2 * problem.goal : Math.min(budget.room, 2 * problem.goal),
        selection.tokens ?? budget.retention.value,
      );
      const most = { messages: halved(messages, problem), steps: halved(selection.steps ?? steps, problem) };
      return retainedFrom(view, seams, count, most);
    }
    case 'preserve_recent':
      return keep(selection.keepRecentCount);
    case 'preserve_percent':
      return keep((total * selection.keepPercentage) / 100);
    case 'custom':
      return keep(selection.custom.olderThan ?? 0);
  }
}

/** What is kept of so many tokens once there was too much: a part of what is there, where that is less. */
function halved(tokens: number, { squeeze, tokens: used }: Problem): number {
  return squeeze === 1 ? tokens : Math.floor(Math.min(tokens, used) / squeeze);
}

function matches(row: EntryRow, wanted: CustomSelection, problem: Problem): boolean {
  const { message } = row;
  if (wanted.roles && !wanted.roles.includes(message.role)) return false;
  if (wanted.ids && !wanted.ids.includes(row.entry.id)) return false;
  if (wanted.kinds && !message.parts.some((part) => wanted.kinds?.includes(contentType(part) as ContentType))) return false;
  if (wanted.tools && !usesTool(message, wanted.tools)) return false;
  return wanted.minTokens === undefined || rowTokens(row, problem.count) >= wanted.minTokens;
}

function usesTool(message: Message, tools: readonly string[]): boolean {
  return message.parts.some(
    (part) => (part.type === 'tool-call' || part.type === 'tool-result') && part.name !== undefined && tools.includes(part.name),
  );
}
