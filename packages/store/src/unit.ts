import type { Message } from '@tenfold/core';
import { onChain, type Place, type Stretch } from './chain.ts';
import type { Db } from './schema.ts';

/** What a message says of tool calls. */
export interface CallMentions {
  /** Calls of earlier messages that it answers. */
  readonly answers: readonly string[];
  /** Every id it mentions, and whether that call waits for an answer after it. */
  readonly open: ReadonlyMap<string, boolean>;
}

/** Reads a message the way core pairs calls and results: a result answers the latest open call of its id, once. */
export function callMentions(message: Message): CallMentions {
  const open = new Map<string, boolean>();
  const answers: string[] = [];
  for (const part of message.parts) {
    if (part.type === 'tool-call') open.set(part.id, true);
    if (part.type !== 'tool-result') continue;
    if (!open.has(part.id)) answers.push(part.id);
    open.set(part.id, false);
  }
  return { answers, open };
}

/** True when thinking that stands alone belongs to the message after it. */
export function thinkingLeadsTo(before: Message | null, message: Message): boolean {
  return message.role === 'assistant' && before?.role === 'assistant' && before.parts.at(-1)?.type === 'reasoning';
}

/** Positions of the calls of these ids that still wait for an answer at the end of a chain. */
export async function openCalls(db: Db, session: string, chain: readonly Stretch[], ids: readonly string[]): Promise<number[]> {
  const rows = await db
    .selectFrom('calls')
    .select(['call_id', 'segment', 'position', 'open'])
    .where('session', '=', session)
    .where('call_id', 'in', ids)
    .orderBy('position')
    .execute();
  const latest = new Map(rows.filter((row) => onChain(chain, row)).map((row) => [row.call_id, row]));
  return [...latest.values()].filter((row) => row.open === 1).map((row) => row.position);
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
      .select((on) => [on.fn.min('unit_start').as('first'), on.fn.max('position').as('last')])
      .where('session', '=', session)
      .where((on) =>
        on.or(
          chain.map(({ segment, from, to }) =>
            on.and([on('segment', '=', segment), on('position', '>=', Math.max(from, first)), on('position', '<=', to)]),
          ),
        ),
      )
      .where('unit_start', 'is not', null)
      .where('unit_start', '<=', last)
      .executeTakeFirst();
    const wider = [Math.min(first, found?.first ?? first), Math.max(last, found?.last ?? last)] as const;
    if (wider[0] === first && wider[1] === last) return wider;
    [first, last] = wider;
  }
}
