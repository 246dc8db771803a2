import { setImmediate as nextTurn } from 'node:timers/promises';
import { MESSAGE_FIELD, readLongRequest, type WireId, type WireRequest } from '@tenfold/dialects';
import { askedBy } from './asked.ts';
import type { ChainGround } from './chain-ground.ts';
import type { ChainOptions, ChainRequest } from './chains.ts';

/** Characters of a request from which on reading it would hold everybody up. */
export const LONG_TEXT = 2_000_000;
/** Characters of messages that are decoded, named and counted at once. */
const STEP = 500_000;

/** Reads the text of a long request, and lets others have their turn. */
export async function readInSteps(
  { pieces }: Pick<ChainGround, 'pieces'>,
  wire: WireId,
  text: string,
): Promise<WireRequest | undefined> {
  for (const work = readLongRequest(wire, text, pieces); ; ) {
    const { done, value } = work.next();
    if (done) return value;
    await nextTurn();
  }
}

/** Has the messages of a long request decoded, named and counted: all of it is remembered with them, so each longer beginning costs what is new in it. */
export async function knowInSteps(
  { index }: Pick<ChainGround, 'index'>,
  request: ChainRequest,
  options: ChainOptions,
): Promise<void> {
  const { wire, body, list } = request;
  const field = MESSAGE_FIELD[wire];
  const messages = body[field];
  if (list === null || !Array.isArray(messages)) return;
  let size = 0;
  for (const [at, { text }] of list.originals.entries()) {
    size += text.length;
    if (size < STEP) continue;
    size = 0;
    askedBy({ ...request, body: { ...body, [field]: messages.slice(0, at + 1) } }, options, index.hidden);
    await nextTurn();
  }
}
