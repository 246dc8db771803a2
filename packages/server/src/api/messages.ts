import { api } from '@tenfold/contract';
import type { Tenfold, TurnEvent, TurnRequest } from '@tenfold/session';
import { problemResponse, refusalOf } from '../problem.ts';
import { routes } from '../route.ts';
import type { Outbox } from '../stream/outbox.ts';
import { sse } from '../stream/streams.ts';
import { errorChunks, turnRefusal, turnWriter } from '../stream/turn-writer.ts';

/** Taking turns with a model. */
export const messageRoutes = routes(api.turns, {
  send: ({ tenfold, caller, params: { session }, body, actor, streams }) =>
    answerTurn(tenfold, session, { ...body, ...actor }, streams.open('turn', caller)),
  async follow({ tenfold, caller, params: { session }, streams }) {
    await tenfold.sessions.get(session);
    return followTurn(tenfold, session, () => streams.open('turn', caller));
  },
  queue: async ({ tenfold, params }) => ({ messages: await tenfold.turns.queue(params.session) }),
  withdraw: ({ tenfold, params }) => tenfold.turns.withdraw(params.session, params.message),
  async stop({ tenfold, params }) {
    await tenfold.sessions.get(params.session);
    return { stopped: await tenfold.turns.stop(params.session) };
  },
});

/**
 * Takes a turn and streams it. The turn is followed to its end here, not by the reader: whoever leaves early loses
 * only the stream, and finds the answer in the record. A turn that is refused before it says anything is a problem.
 */
export function answerTurn(tenfold: Tenfold, session: string, request: TurnRequest, outbox: Outbox): Promise<Outbox | Response> {
  const { write, end } = turnWriter(outbox);
  const { promise, resolve } = Promise.withResolvers<Outbox | Response>();
  let held: TurnEvent[] | null = [];
  const begin = () => {
    for (const event of held ?? []) write(event);
    held = null;
    resolve(outbox);
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

/** Joins the turn under way: what has come of the answer at once, then the rest as it comes. Nothing (204) when nobody is answering. */
export async function followTurn(tenfold: Tenfold, session: string, open: () => Outbox): Promise<Outbox | Response> {
  const events = await tenfold.turns.follow(session);
  if (events === null) return new Response(null, { status: 204 });
  const outbox = open();
  const { write, end } = turnWriter(outbox);
  const follow = async () => {
    try {
      for await (const event of events) {
        if (outbox.over) break;
        write(event);
      }
    } catch (error) {
      end();
      for (const chunk of errorChunks(refusalOf(error))) outbox.write(sse(chunk));
    }
    end();
    outbox.write('data: [DONE]\n\n');
    outbox.close();
  };
  void follow();
  return outbox;
}
