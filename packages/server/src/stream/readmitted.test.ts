import { createHash } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { clientOf, eventsOf } from '../testing/client.ts';
import { openIssuer } from '../testing/jwt-issuer.ts';
import { realServer } from '../testing/real-server.ts';
import { STREAM_LIMITS } from './streams.ts';

const token = 'a-long-random-token-for-tests';
const audience = 'tenfold-tests';
const issuer = await openIssuer(audience);
const server = await realServer(
  {
    token,
    issuer: { issuer: issuer.url, audience, keys: `${issuer.url}/keys` },
    oidc: { issuer: issuer.url, clientId: audience, clientSecret: undefined },
  },
  { streams: { ...STREAM_LIMITS, heartbeatMs: 300 } },
);
afterAll(async () => {
  await server.close();
  issuer.close();
});

const operator = clientOf(server.url, token);
const addPerson = async (name: string): Promise<{ id: string; text: string }> => {
  const { person, text } = await operator.post('/api/people', { name, role: 'user' });
  return { id: person.id, text };
};

/** Follows a session as whoever these headers are of; says whether the stream has ended. */
async function follow(session: string, headers: Record<string, string>) {
  const response = await fetch(`${server.url}/api/sessions/${session}/events`, { headers });
  expect(response.status).toBe(200);
  const events = eventsOf(response);
  expect((await events.next()).value).toMatchObject({ event: 'ready' });
  let isOver = false;
  const heard: (string | undefined)[] = [];
  const reading = (async () => {
    for await (const { event } of events) heard.push(event);
    isOver = true;
  })();
  return { reading, heard, isOver: () => isOver, end: () => response.body?.cancel().catch(() => {}) };
}
const bearer = (text: string) => ({ authorization: `Bearer ${text}` });

it('a stream ends when what its reader came in on ends, and others go on', async () => {
  const { id: ada, text } = await addPerson('Ada');
  const client = clientOf(server.url, text);
  const { id: session } = await client.post('/api/sessions', {});
  const more = await client.post('/api/me/tokens', { name: 'a second', scope: 'read' });
  const browser = await server.tenfold.people.addToken(ada, { name: 'browser 1', scope: 'full' });
  const cookie = { cookie: `tenfold=${browser.text}` };

  const first = await follow(session, bearer(text));
  const second = await follow(session, bearer(more.text));
  const tab = await follow(session, cookie);

  await client.delete(`/api/me/tokens/${more.token.id}`);
  await second.reading;

  const proof = createHash('sha256').update(`csrf\n${browser.text}`).digest('base64url');
  const headers = { ...cookie, origin: server.url, 'x-tenfold-csrf': proof, 'content-type': 'application/json' };
  expect((await fetch(`${server.url}/auth/sign-out`, { method: 'POST', headers, body: '{}' })).status).toBe(200);
  await tab.reading;

  expect(first.isOver()).toBe(false);
  await client.post(`/api/sessions/${session}/entries`, { messages: [{ role: 'user', text: 'Still there?' }] });
  await expect.poll(() => first.heard).toContain('entry');

  await operator.patch(`/api/people/${ada}`, { disabled: true });
  await first.reading;
});

it('the word of an issuer is good for a stream until its end', async () => {
  // Clocks may differ by five seconds.
  const short = await issuer.sign({ sub: 'ben' }, { exp: new Date(Date.now() - 3_000) });
  const long = await issuer.sign({ sub: 'ben' });
  const { id: session } = await clientOf(server.url, long).post('/api/sessions', {});
  const [ends, stays] = [await follow(session, bearer(short)), await follow(session, bearer(long))];
  await ends.reading;
  expect(stays.isOver()).toBe(false);
});
