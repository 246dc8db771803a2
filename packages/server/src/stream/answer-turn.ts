import type { Tenfold, TurnEvent, TurnRequest } from '@tenfold/session';
import { problemResponse, refusalOf } from '../problem.ts';
import { Streamed } from './streamed.ts';
import { type Streams, sse } from './streams.ts';
import { turnRefusal } from './turn-refusal.ts';
import { errorChunks, turnWriter } from './turn-writer.ts';

/** The AI SDK knows a turn's stream by it. */
export const TURN_HEADERS = { 'x-vercel-ai-ui-message-stream': 'v1' } as const;

/**
 * Takes a turn and streams it. The turn is followed to its end here, not by the reader: whoever leaves early loses
 * only the stream, and finds the answer in the record. A turn that is refused before it says anything is a problem.
 */
export function answerTurn(
  tenfold: Tenfold,
  session: string,
  request: TurnRequest,
  streams: Streams,
): Promise<Streamed | Response> {
  const outbox = streams.open('turn', tenfold.owner);
  const { write, end } = turnWriter(outbox);
  const { promise, resolve } = Promise.withResolvers<Streamed | Response>();
  let held: TurnEvent[] | null = [];
  const begin = () => {
    for (const event of held ?? []) write(event);
    held = null;
    resolve(new Streamed(outbox, TURN_HEADERS));
  };
  const refuse = (response: Response) => {
    held = null;
    outbox.close();
    resolve(response);
  };
  const follow = async () => {
    try {
      for await (const event of tenfold.turns.send(session, request)) {
        if (held === null) write(event);
        else if (event.type === 'error') refuse(problemResponse(turnRefusal(event)));
        else {
          held.push(event);
          if (await begins(event, tenfold, session)) begin();
        }
      }
    } catch (error) {
      end();
      if (held !== null) refuse(problemResponse(refusalOf(error)));
      else for (const chunk of errorChunks(refusalOf(error))) outbox.write(sse(chunk));
    }
    if (held !== null) begin();
    end();
    outbox.write('data: [DONE]\n\n');
    outbox.close();
  };
  void follow();
  return promise;
}

/**
 * Whether it can be told by now that the turn is not refused: its status comes once it fits. One that has to wait is told
 * at once, except where people want to be asked: there a fold that fails is a refusal with choices.
 */
async function begins(event: TurnEvent, tenfold: Tenfold, session: string): Promise<boolean> {
  if (event.type === 'start' || event.type === 'entry' || event.type === 'warning') return false;
  if (event.type !== 'fold' && !(event.type === 'queued' && event.reason === 'hard')) return true;
  const { values } = await tenfold.settings.effective(session);
  return values.find(({ key }) => key === 'onFailure')?.value !== 'ask';
}
