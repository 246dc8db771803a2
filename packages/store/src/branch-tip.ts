import type { Db } from './schema.ts';

/** Where a branch ends: its last entry, the segment that is on, and how many entries lead there. */
export interface BranchTip {
  readonly position: string | null;
  readonly segment: number | null;
  readonly length: number;
}

/** Where the entry stands that a head names as its last, as it is read beside the head; null where there is none. */
export interface NamedTip {
  readonly tip_segment: number | null;
  readonly tip_position: number | null;
}

/** Whether a head ends where it says. */
export function endsThere({ position, segment, length, tip_segment, tip_position }: BranchTip & NamedTip): boolean {
  return position === null
    ? length === 0 && segment === null
    : tip_position !== null && tip_position === length - 1 && tip_segment === segment;
}

/**
 * Where a branch ends whose head does not say so any more. Entries are only ever added, so one of what it says of its end leads there:
 * the entry's id, or its place. Where neither does, it is the last entry of its segment, or of the session.
 */
export async function findTip(db: Db, session: string, { position, segment, length }: BranchTip): Promise<BranchTip> {
  const entries = db.selectFrom('entries').select(['id', 'segment', 'position']).where('session', '=', session);
  const newest = entries.orderBy('sequence', 'desc').limit(1);
  const found =
    (position === null ? undefined : await entries.where('id', '=', position).executeTakeFirst()) ??
    (segment === null
      ? undefined
      : ((await entries
          .where('segment', '=', segment)
          .where('position', '=', length - 1)
          .executeTakeFirst()) ?? (await newest.where('segment', '=', segment).executeTakeFirst()))) ??
    (await newest.executeTakeFirst());
  if (found === undefined) return { position: null, segment: null, length: 0 };
  return { position: found.id, segment: found.segment, length: found.position + 1 };
}
