import type { Message } from '@tenfold/core';
import { onChain, type Place, type Stretch } from './chain.ts';
import type { Db } from './schema.ts';

/** Ids of the calls a message makes. */
export function callsIn(message: Message): string[] {
  return [...new Set(message.parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : [])))];
}

/** Ids a message answers and does not call itself before it answers them. */
export function answersIn(message: Message): string[] {
  const called = new Set<string>();
  const answered = new Set<string>();
  for (const part of message.parts) {
    if (part.type === 'tool-call') called.add(part.id);
    if (part.type === 'tool-result' && !called.has(part.id)) answered.add(part.id);
  }
  return [...answered];
}

/** True when thinking that stands alone belongs to the message after it. */
export function thinkingLeadsTo(before: Message | null, message: Message): boolean {
  return message.role === 'assistant' && before?.role === 'assistant' && before.parts.at(-1)?.type === 'reasoning';
}

/** Position of the latest call of each id on a chain. */
export async function latestCalls(
  db: Db,
  session: string,
  chain: readonly Stretch[],
  ids: readonly string[],
): Promise<Map<string, number>> {
  const latest = new Map<string, number>();
  if (ids.length === 0) return latest;
  const rows = await db
    .selectFrom('calls')
    .select(['call_id', 'line', 'position'])
    .where('session', '=', session)
    .where('call_id', 'in', ids)
    .execute();
  for (const row of rows) {
    if (onChain(chain, row)) latest.set(row.call_id, Math.max(row.position, latest.get(row.call_id) ?? -1));
  }
  return latest;
}

/** First and last position of the entries a place must be shown with: its tool transaction and the thinking before it. */
export async function unitAround(
  db: Db,
  session: string,
  chain: readonly Stretch[],
  place: Place,
): Promise<readonly [number, number]> {
  let [first, last] = [place.position, place.position];
  for (;;) {
    const found = await db
      .selectFrom('entries')
      .select((on) => [on.fn.min('joins').as('first'), on.fn.max('position').as('last')])
      .where('session', '=', session)
      .where((on) =>
        on.or(
          chain.map(({ line, from, to }) =>
            on.and([on('line', '=', line), on('position', '>=', Math.max(from, first)), on('position', '<=', to)]),
          ),
        ),
      )
      .where('joins', 'is not', null)
      .where('joins', '<=', last)
      .executeTakeFirst();
    const wider = [Math.min(first, found?.first ?? first), Math.max(last, found?.last ?? last)] as const;
    if (wider[0] === first && wider[1] === last) return wider;
    [first, last] = wider;
  }
}
