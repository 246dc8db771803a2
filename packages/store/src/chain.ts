import { NotFound } from './error.ts';
import { fixedQuery } from './fixed-query.ts';
import { readInSlices } from './rows.ts';
import type { Db } from './schema.ts';

/** Where an entry stands: its segment, and its position on the chain. */
export interface Place {
  readonly segment: number;
  readonly position: number;
}

/** A stretch of one segment, both ends included. */
export interface Stretch {
  readonly segment: number;
  readonly from: number;
  readonly to: number;
}

/** Where an entry of a session stands. */
export async function placeOf(db: Db, session: string, id: string): Promise<Place> {
  const [row] = await placesOf(db, session, [id]);
  if (row === undefined) throw new NotFound('entry', id);
  return row;
}

/** Where entries of a session stand, those that it has. */
export function placesOf(db: Db, session: string, ids: readonly string[]): Promise<(Place & { readonly id: string })[]> {
  return readInSlices(ids, (some) =>
    db
      .selectFrom('entries')
      .select(['id', 'segment', 'position'])
      .where('session', '=', session)
      .where('id', 'in', some)
      .execute(),
  );
}

const segmentRow = fixedQuery((db, { session, segment }: { session: string; segment: number }) =>
  db
    .selectFrom('segments')
    .select(['parent_segment', 'first_position'])
    .where('session', '=', session)
    .where('segment', '=', segment),
);

/** The chain that ends at a place, oldest stretch first: as many stretches as it has forks, however long it is. */
export async function chainTo(db: Db, session: string, end: Place | null): Promise<readonly Stretch[]> {
  const stretches: Stretch[] = [];
  let segment = end?.segment ?? null;
  let to = end?.position ?? -1;
  while (segment !== null) {
    const [row] = await segmentRow(db, { session, segment });
    if (row === undefined) throw new NotFound('segment', String(segment));
    stretches.unshift({ segment, from: row.first_position, to });
    to = row.first_position - 1;
    segment = row.parent_segment;
  }
  return stretches;
}

/** True when a place is on the chain. */
export function onChain(chain: readonly Stretch[], { segment, position }: Place): boolean {
  return chain.some((stretch) => stretch.segment === segment && stretch.from <= position && position <= stretch.to);
}

/** The stretches that hold these positions of a chain. */
export function stretchesOf(chain: readonly Stretch[], from: number, to: number): Stretch[] {
  return chain
    .map((stretch) => ({ segment: stretch.segment, from: Math.max(from, stretch.from), to: Math.min(to, stretch.to) }))
    .filter((stretch) => stretch.from <= stretch.to);
}
