import { counterFor, type EntryId, entryIdInSlices, type Message } from '@tenfold/core';
import { dialectOf, type Sliced } from '@tenfold/dialects';
import { sha256 } from '@tenfold/store';
import { countAhead } from '../conversation/load-session.ts';
import { runInSlices } from '../run-in-slices.ts';
import { modelId } from './chain-budget.ts';
import type { ChainRequest } from './measured-request.ts';

/** Characters of a request from which on reading it would hold everybody up. */
export const LONG_TEXT = 250_000;

/** Decodes, counts and names the messages of a long request in slices, so that others have their turn: all of it is remembered with them. */
export async function prepareLongRequest({ wire, text, body, model }: ChainRequest): Promise<void> {
  if (text.length < LONG_TEXT) return;
  const { messages } = await runInSlices(dialectOf(wire).decodeInSlices(body));
  await countAhead(messages, counterFor(modelId(wire, model)));
  await runInSlices(nameInSlices(messages));
}

function* nameInSlices(messages: readonly Message[]): Sliced<void> {
  let parent: EntryId | null = null;
  for (const message of messages) {
    parent = yield* entryIdInSlices(parent, message, sha256);
    yield;
  }
}
