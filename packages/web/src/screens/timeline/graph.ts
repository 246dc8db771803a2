import type { Lane } from './lanes.ts';
import { type Moment, positionOf } from './timeline-events.ts';

/** A place of the graph: columns go with time, lanes with branches. */
export interface Spot {
  readonly column: number;
  readonly lane: number;
}

/** What the line of time is drawn of. */
export interface Graph {
  /** Where each moment stands. */
  readonly spots: readonly Spot[];
  /** For each lane the place it leaves another at (null for one that begins by itself), and where it runs from there. */
  readonly lines: readonly { readonly fork: Spot | null; readonly through: readonly Spot[] }[];
  readonly columns: number;
}

/** Lays moments and branches out: a column a moment behind the start, and a last one for the ends. */
export function graphOf(moments: readonly Moment[], lanes: readonly Lane[]): Graph {
  const laneOf = (branch: string) =>
    Math.max(
      0,
      lanes.findIndex((lane) => lane.branch === branch),
    );
  const spots = moments.map(({ branch }, index) => ({ column: index + 1, lane: laneOf(branch) }));
  const forks: (Spot | null)[] = [];
  for (const [lane, { from }] of lanes.entries()) {
    if (from === null) {
      forks.push(null);
      continue;
    }
    // Behind the last moment of the other branch that lies before the parting, and before the first of its own.
    const before = moments.findLastIndex(
      (moment, index) => spots[index]?.lane === from.lane && (positionOf(moment) ?? 0) < from.position,
    );
    const first = spots.find((spot) => spot.lane === lane)?.column ?? Number.POSITIVE_INFINITY;
    const begins = (forks[from.lane]?.column ?? -1) + 1;
    forks.push({ column: Math.max(begins, Math.min(before + 1, first - 1)), lane: from.lane });
  }
  // Room for a bend before the ends.
  const last = Math.max(moments.length + 1, ...forks.map((fork) => (fork?.column ?? -1) + 2));
  const lines = forks.map((fork, lane) => {
    const own = [...spots.filter((spot) => spot.lane === lane), { column: last, lane }];
    return { fork, through: fork === null ? [{ column: 0, lane }, ...own] : own };
  });
  return { spots, lines, columns: last + 1 };
}
