import { StreamOpening } from '@tenfold/dialects';
import type { ManagedCall } from './call.ts';
import { createStreamDecoder } from './decode.ts';
import type { UpstreamAnswer } from './upstream-answer.ts';

/** What is only begun is held no longer than this. */
const HOLD_MS = 5_000;

/**
 * Whether an answer that is streamed opens by saying that the request was too long. Nothing of it is passed on until it says anything
 * else than that it was begun, and nothing is lost for who reads it then.
 */
export async function opensTooLong({ streamed }: ManagedCall, answer: UpstreamAnswer): Promise<boolean> {
  if (!streamed || answer.status >= 300 || !isEventStream(answer)) return false;
  const opening = new StreamOpening();
  const known = Promise.withResolvers<void>();
  let isTooLong: boolean | null = null;
  const onText = (text: string) => {
    isTooLong = opening.push(text);
    if (isTooLong !== null) known.resolve();
  };
  const copy = createStreamDecoder(answer.header('content-encoding'), { onText, onTooLong: known.resolve });
  if (copy === null) return false;
  const timer = setTimeout(known.resolve, HOLD_MS);
  await answer.hold((chunk) => copy.push(chunk), known.promise);
  clearTimeout(timer);
  void copy.end();
  return isTooLong === true;
}

/** Whether an answer comes as events. */
export function isEventStream(answer: UpstreamAnswer): boolean {
  return /text\/event-stream/i.test(answer.header('content-type') ?? '');
}
