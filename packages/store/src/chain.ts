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
    const leads = row !== undefined && canLead(row, to) ? row : await segmentByEntries(db, session, { segment, position: to });
    if (leads === null) return stretches;
    stretches.unshift({ segment, from: leads.first_position, to });
    to = leads.first_position - 1;
    segment = leads.parent_segment;
  }
  return stretches;
}

/** How a segment begins. */
interface SegmentStart {
  readonly parent_segment: number | null;
  readonly first_position: number;
}

/** Whether a chain may lead from an entry on a segment to its beginning and on: each step nearer to the first entry. */
function canLead({ parent_segment, first_position }: SegmentStart, to: number): boolean {
  return first_position <= to && (parent_segment === null ? first_position === 0 : first_position > 0);
}

/** The same told by the entries, where the row of a segment is damaged; null where there are none. */
async function segmentByEntries(db: Db, session: string, { segment, position }: Place): Promise<SegmentStart | null> {
  const first = await db
    .selectFrom('entries')
    .leftJoin('entries as before', (join) =>
      join.onRef('before.session', '=', 'entries.session').onRef('before.id', '=', 'entries.parent'),
    )
    .select(['entries.position', 'before.segment as parent_segment'])
    .where('entries.session', '=', session)
    .where('entries.segment', '=', segment)
    .where('entries.position', '<=', position)
    .orderBy('entries.position')
    .limit(1)
    .executeTakeFirst();
  if (first === undefined || first.parent_segment === segment) return null;
  const start = { parent_segment: first.parent_segment, first_position: first.position };
  return canLead(start, position) ? start : { parent_segment: null, first_position: first.position };
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
