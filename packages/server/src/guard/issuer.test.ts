import { afterAll, expect, it } from 'vitest';
import { clientOf, type Problem } from '../testing/client.ts';
import { openIssuer } from '../testing/jwt-issuer.ts';
import { realServer } from '../testing/real-server.ts';

const token = 'a-long-random-token-for-tests';
const audience = 'tenfold-tests';
const issuer = await openIssuer(audience);
const server = await realServer({ token, issuer: { issuer: issuer.url, audience, keys: `${issuer.url}/keys` } });
afterAll(async () => {
  await server.close();
  issuer.close();
});

it('an issuer that does not answer is no reason to take anybody for a guesser', async () => {
  const me = async (text: string): Promise<number | Problem> =>
    clientOf(server.url, text)
      .get('/api/me')
      .then(
        () => 200,
        (problem: Problem) => problem,
      );
  for (const fault of ['hangs up', 503, 'no JSON'] as const) {
    issuer.fault = fault;
    for (let n = 0; n < 12; n++) {
      const problem = await me(await issuer.sign({ sub: `person ${n}` }));
      expect(problem).toMatchObject({ status: 503, code: 'issuer-unavailable' });
    }
  }
  // What no key is needed for is wrong all the same.
  expect(await me('no token of anybody')).toMatchObject({ status: 401 });
  expect(await me(token)).toBe(200);
  issuer.fault = null;
  expect(await me(await issuer.sign({ sub: 'person 1' }))).toBe(200);
  expect(await me(await issuer.sign({ sub: 'person 1' }, { key: issuer.stranger }))).toMatchObject({ status: 401 });
});
