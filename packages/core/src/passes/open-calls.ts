import { operate } from '../operation.ts';
import { foldPart } from '../part-folds.ts';
import type { Draft, Pass, Problem } from '../pass.ts';
import { partTokens } from '../render.ts';
import type { EntryRow } from '../view.ts';
import { sparedFrom } from './open-results.ts';

/** What an older call keeps of each of its parameters: its file and command, and how a text began. */
const KEPT = { operation: 'truncate', truncate: { maxChars: 200 } } as const;

/**
 * Cuts long parameters of older calls of the open turn, the oldest first, until the goal is met: texts that were written or
 * replaced long ago. A call keeps its shape, and a visible mark stands where it was cut.
 */
export const cutOlderCalls: Pass = {
  id: 'floor-cut-calls',
  name: 'Cut parameters of older calls of the open turn',
  when: { type: 'always' },
  floor: true,
  propose(problem) {
    const { view, seams } = problem;
    const until = sparedFrom(problem);
    let excess = problem.excess;
    return view.rows.flatMap((row) => {
      if (row.kind !== 'entry' || row.index < seams.openTurn || row.index >= until || seams.fixed(row.index)) return [];
      return cutsOf(row, problem).flatMap(({ draft, gain }) => {
        if (excess <= 0) return [];
        excess -= gain;
        return [draft];
      });
    });
  },
};

function cutsOf({ entry, message }: EntryRow, problem: Problem): readonly { draft: Draft; gain: number }[] {
  const { count } = problem;
  return message.parts.flatMap((part, index) => {
    if (part.type !== 'tool-call') return [];
    const body = operate(KEPT, entry.message.parts[index] ?? part, problem)?.body;
    if (typeof body !== 'string') return [];
    const after = partTokens({ role: message.role, parts: [foldPart(part, body)] }, 0, count);
    const gain = partTokens(message, index, count) - after;
    if (gain <= 0) return [];
    return [{ draft: { target: { kind: 'part', entry: entry.id, index }, kind: 'truncation', body }, gain }];
  });
}
