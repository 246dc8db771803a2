import { api } from '@tenfold/contract';
import { routes } from '../route.ts';
import { answerTurn } from '../stream/answer-turn.ts';
import { followTurn } from '../stream/follow-turn.ts';

/** Taking turns with a model. */
export const messageRoutes = routes(api.turns, {
  send: ({ tenfold, params: { session }, body, actor, streams }) => answerTurn(tenfold, session, { ...body, ...actor }, streams),
  async follow({ tenfold, params: { session }, streams }) {
    await tenfold.sessions.get(session);
    return followTurn(tenfold, session, streams);
  },
  queue: async ({ tenfold, params }) => ({ messages: await tenfold.turns.queue(params.session) }),
  withdraw: ({ tenfold, params }) => tenfold.turns.withdraw(params.session, params.message),
  async stop({ tenfold, params }) {
    await tenfold.sessions.get(params.session);
    return { stopped: await tenfold.turns.stop(params.session) };
  },
});
