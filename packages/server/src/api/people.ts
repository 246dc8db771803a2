import { api } from '@tenfold/contract';
import type { Quotas } from '../guard/quotas.ts';
import { Refused } from '../problem.ts';
import { routes } from '../route.ts';

const DAY_MS = 86_400_000;
const NO_LIMITS = { tokens: null, bytes: null };

/** Those who share this server, and the tokens they come with. */
export const peopleRoutes = routes(api.people, {
  me: async ({ caller }) => ({ id: caller.owner, name: caller.name, role: caller.role, scope: caller.scope }),
  myUsage: async ({ tenfold: { usage }, caller, quotas }) => ({
    tokens: await usage.tokensSince(Date.now() - DAY_MS),
    bytes: await usage.bytes(),
    limits: caller.role === 'admin' ? NO_LIMITS : limitsOf(quotas),
  }),
  myTokens: async ({ tenfold, caller }) => ({ tokens: await tenfold.people.tokens(caller.owner) }),
  async addMyToken({ tenfold, caller, body }) {
    // The operator is no person of the list: its token is the one the server was started with.
    if (caller.admission === null)
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
  async usage({ tenfold: { usage }, quotas }) {
    const used = await usage.byOwner(Date.now() - DAY_MS);
    return { used: used.map(({ owner, ...rest }) => ({ person: owner, ...rest })), limits: limitsOf(quotas) };
  },
  tokens: async ({ tenfold, params }) => ({ tokens: await tenfold.people.tokens(params.person) }),
  addToken: ({ tenfold, params, body }) => tenfold.people.addToken(params.person, body),
  revokeToken: ({ tenfold, params }) => tenfold.people.revokeToken(params.person, params.token),
  change: ({ tenfold, params, body }) => tenfold.people.change(params.person, body),
});

function limitsOf({ tokens = null, bytes = null }: { readonly [name in keyof Quotas]?: number | null } = {}) {
  return { tokens, bytes };
}
