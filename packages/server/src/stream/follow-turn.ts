import type { Tenfold } from '@tenfold/session';
import { TURN_HEADERS } from './answer-turn.ts';
import { Streamed } from './streamed.ts';
import type { Streams } from './streams.ts';
import { turnWriter } from './turn-writer.ts';

/** Joins the turn under way: what has come of the answer at once, then the rest as it comes. Nothing (204) when nobody is answering. */
export async function followTurn(tenfold: Tenfold, session: string, streams: Streams): Promise<Streamed | Response> {
  const events = await tenfold.turns.follow(session);
  if (events === null) return new Response(null, { status: 204 });
  const outbox = streams.open('turn', tenfold.owner);
  const { write, end } = turnWriter(outbox);
  const follow = async () => {
    for await (const event of events) {
      if (outbox.over) return;
      write(event);
    }
    end();
    outbox.write('data: [DONE]\n\n');
  };
  void follow().finally(() => {
    end();
    outbox.close();
  });
  return new Streamed(outbox, TURN_HEADERS);
}
