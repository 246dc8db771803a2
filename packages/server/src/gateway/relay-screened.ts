import type { Message } from '@tenfold/core';
import { type Answered, type Billed, ScreenedAnswer } from '@tenfold/dialects';
import type { Outgoing } from '@tenfold/session';
import type { ManagedCall } from './call.ts';
import { createStreamDecoder, readAnswer } from './decode.ts';
import { isEventStream } from './opens-too-long.ts';
import { passRefusal, refuseUnread, UNREADABLE } from './pass-refusal.ts';
import { beginResponse, type Ended, pump } from './relay.ts';
import type { UpstreamAnswer } from './upstream-answer.ts';

/** Answers of one request that may call hidden tools; a model that goes on after that is not asked again. */
const MAX_ROUNDS = 12;

/** What came of an answer: what the client has of it, all that was said, and how it ended. */
interface Screened {
  readonly answer: Answered;
  readonly said: readonly Message[];
  readonly ended: Ended;
  readonly trouble: string | null;
}

/**
 * Passes an answer on without its calls of hidden tools. Where it calls nothing else these are run here, and the model goes on in the same
 * answer; where it calls a tool of the client too, the client's turn comes first, and both are sent back together.
 */
export async function relayScreened(
  call: ManagedCall,
  first: UpstreamAnswer,
  { out, send }: { out: Outgoing; send(text: string): Promise<UpstreamAnswer> },
): Promise<Screened> {
  const { response, wire, headers } = call;
  const isStream = call.streamed && isEventStream(first);
  const screened = new ScreenedAnswer(wire, isStream, out.hiddenTools);
  const said: Message[] = [];
  let billed: Billed | null = null;
  const pass = (text: string) => {
    if (text !== '' && !response.destroyed) response.write(text);
  };
  const unread = (answer: UpstreamAnswer): Screened => {
    refuseUnread(call, answer);
    return { answer: { messages: screened.shown, billed, complete: false }, said, ended: 'whole', trouble: UNREADABLE };
  };
  for (let answer = first, round = 1; ; round++) {
    const copy = createStreamDecoder(answer.header('content-encoding'), {
      onText: (text) => pass(screened.push(text)),
      // What is hidden in it cannot be told from the rest any more.
      onTooLong: () => response.destroy(),
    });
    if (copy === null || (isStream && !isEventStream(answer))) return unread(answer);
    if (isStream) beginResponse(response, first, headers, { anew: true });
    const ended = await pump(answer, response, (chunk) => {
      copy.push(chunk);
      return !response.writableNeedDrain;
    });
    const isWhole = await copy.end();
    const { messages, hidden, isLast, complete, billed: more, trouble } = screened.endRound();
    billed = sum(billed, more);
    for (const message of messages) said.push(message);
    if (!isWhole && !complete) return unread(answer);
    const goesOn = !isLast && round < MAX_ROUNDS && !response.destroyed;
    const run = complete && hidden.length > 0 && !response.destroyed ? await out.runHidden(hidden, said) : null;
    if (run !== null) said.push(run.results);
    if (!goesOn || run === null) {
      const end = screened.finish();
      beginResponse(response, first, headers, { anew: true });
      if (!response.destroyed) response.end(end);
      const shown = screened.shown;
      const isWhole = said.length === shown.length && hidden.length === 0 && round === 1;
      return {
        answer: { messages: shown, billed, complete },
        said: isWhole ? shown : said,
        ended,
        trouble: trouble?.name ?? null,
      };
    }
    pass(screened.goOn());
    answer = await send(run.text);
    const { status } = answer;
    if (status >= 300) {
      passRefusal(call, answer, await readAnswer(answer));
      return { answer: { messages: screened.shown, billed, complete: false }, said, ended, trouble: String(status) };
    }
  }
}

function sum(before: Billed | null, more: Billed | null): Billed | null {
  if (before === null || more === null) return more ?? before;
  return {
    input: before.input + more.input,
    output: before.output + more.output,
    cacheRead: before.cacheRead + more.cacheRead,
    cacheWrite: before.cacheWrite + more.cacheWrite,
  };
}
