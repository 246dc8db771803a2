import { api } from '@tenfold/contract';
import { Refused } from '../problem.ts';
import { routes } from '../route.ts';

/** Those who share this server, and the tokens they come with. */
export const peopleRoutes = routes(api.people, {
  me: async ({ caller }) => ({ id: caller.owner, name: caller.name, role: caller.role, scope: caller.scope }),
  myTokens: async ({ tenfold, caller }) => ({ tokens: await tenfold.people.tokens(caller.owner) }),
  async addMyToken({ tenfold, caller, body }) {
    // The operator is no person of the list: its token is the one the server was started with.
    if (!caller.isPerson)
      throw new Refused('invalid-request', 'The operator of this server has no tokens of this kind. Nothing was made.', {
        todo: 'Add a person first (POST /api/people, or `tenfold people add NAME`): it comes with a token.',
        facts: { problems: [] },
      });
    return tenfold.people.addToken(caller.owner, body);
  },
  revokeMyToken: ({ tenfold, caller, params }) => tenfold.people.revokeToken(caller.owner, params.token),
  list: async ({ tenfold }) => ({ people: await tenfold.people.list() }),
  async add({ tenfold, body }) {
    const person = await tenfold.people.add(body);
    return { person, ...(await tenfold.people.addToken(person.id, { name: 'first', scope: 'full' })) };
  },
  change: ({ tenfold, params, body }) => tenfold.people.change(params.person, body),
});
