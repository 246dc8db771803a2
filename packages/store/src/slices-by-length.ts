import { sql } from 'kysely';
import type { Stretch } from './chain.ts';
import { fixedQuery } from './fixed-query.ts';
import type { Db } from './schema.ts';

/** Bytes of messages that are read in one go: some 12 ms. */
const AT_ONCE = 4_000_000;

/** How long a message is, which is known without reading it. */
export const messageBytes = sql<number>`octet_length(message)`.as('bytes');

const lengthsIn = fixedQuery((db, { session, segment, from, to }: Stretch & { readonly session: string }) =>
  db
    .selectFrom('entries')
    .select(['position', messageBytes])
    .where('session', '=', session)
    .where('segment', '=', segment)
    .where('position', '>=', from)
    .where('position', '<=', to)
    .orderBy('position'),
);

/** How many of these rows are read in one go; one of them at least. */
export function fitAtOnce(rows: readonly { readonly bytes: number }[]): number {
  let room = AT_ONCE;
  const end = rows.findIndex(({ bytes }, at) => {
    room -= bytes;
    return room < 0 && at > 0;
  });
  return end === -1 ? rows.length : end;
}

/** Stretches cut into such as are read in one go: a few pictures are longer than thousands of messages. */
export async function slicesByLength(db: Db, session: string, stretches: readonly Stretch[]): Promise<readonly Stretch[]> {
  const slices: Stretch[] = [];
  for (const { segment, from, to } of stretches) {
    let rows = await lengthsIn(db, { session, segment, from, to });
    let first = from;
    for (let count = fitAtOnce(rows); count < rows.length; count = fitAtOnce(rows)) {
      rows = rows.slice(count);
      const { position = to } = rows[0] ?? {};
      slices.push({ segment, from: first, to: position - 1 });
      first = position;
    }
    slices.push({ segment, from: first, to });
  }
  return slices;
}
