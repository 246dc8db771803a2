import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserJar } from '../testing/browser-jar.ts';
import { clientOf } from '../testing/client.ts';
import { openIssuer } from '../testing/oidc-issuer.ts';
import { realServer } from '../testing/real-server.ts';

const token = 'a-long-random-token-for-tests';

type Issuer = Awaited<ReturnType<typeof openIssuer>>;
type TestServer = Awaited<ReturnType<typeof realServer>>;

/** What the tests look at of answers. */
async function read(response: Response): Promise<{ id: string; sessions: unknown[] }> {
  return (await response.json()) as { id: string; sessions: unknown[] };
}

describe('signing in with a browser', () => {
  let issuer: Issuer;
  let server: TestServer;
  let app: string;
  beforeAll(async () => {
    const probe = await realServer();
    app = probe.url;
    await probe.close();
    issuer = await openIssuer(`${app}/auth/callback`);
    server = await realServer({
      token,
      port: Number(new URL(app).port),
      issuer: { issuer: issuer.url, audience: 'tenfold', keys: `${issuer.url}/jwks` },
      oidc: { issuer: issuer.url, clientId: 'tenfold' },
    });
    expect(server.url).toBe(app);
  });
  afterAll(async () => {
    await server.close();
    await issuer.close();
  });

  /** Through the issuer's forms to wherever it leads. */
  const signIn = async (jar: BrowserJar, login: string) => {
    let at = await jar.visit(`${app}/auth/sign-in`);
    for (const prompt of ['login', 'consent']) {
      const page = await at.response.text();
      const action = /action="([^"]+)"/.exec(page)?.[1] ?? at.url;
      at = await jar.visit(new URL(action, at.url).href, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ prompt, login, password: 'x' }),
      });
    }
    return at;
  };
  const me = async (jar: BrowserJar) => jar.fetch(`${app}/api/me`);
  const post = (jar: BrowserJar, path: string, headers: Record<string, string>) =>
    jar.fetch(app + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' });
  const ofPage = (jar: BrowserJar) => ({ origin: app, 'x-tenfold-csrf': jar.cookiesOf(app).get('tenfold-csrf') ?? '' });

  it('brings a person in by a cookie pages cannot read, and out again for every copy of it', async () => {
    const jar = new BrowserJar();
    const locked = await me(jar);
    expect(locked.status).toBe(401);
    expect(await locked.json()).toMatchObject({ code: 'unauthorized', signIn: '/auth/sign-in' });
    const { url } = await signIn(jar, 'ada');
    expect(url).toBe(`${app}/`);
    const ada = await read(await me(jar));
    expect(ada).toMatchObject({ name: 'ada of the shelf', role: 'user', scope: 'full' });
    expect((await post(jar, '/api/sessions', ofPage(jar))).status).toBe(201);
    const ben = new BrowserJar();
    await signIn(ben, 'ben');
    expect((await read(await ben.fetch(`${app}/api/sessions`))).sessions).toEqual([]);
    const again = new BrowserJar();
    await signIn(again, 'ada');
    expect((await read(await me(again))).id).toBe(ada.id);
    const stolen = jar.copy();
    expect((await post(jar, '/auth/sign-out', ofPage(jar))).status).toBe(200);
    expect((await me(jar)).status).toBe(401);
    expect((await me(stolen)).status).toBe(401);
    expect((await me(again)).status).toBe(200);
  });

  it('lets nothing be changed that does not come from the page itself', async () => {
    const jar = new BrowserJar();
    await signIn(jar, 'cleo');
    const proof = ofPage(jar);
    for (const headers of [
      {},
      { origin: app },
      { 'x-tenfold-csrf': proof['x-tenfold-csrf'] },
      { ...proof, 'x-tenfold-csrf': 'x' },
    ])
      expect((await post(jar, '/api/sessions', headers as Record<string, string>)).status).toBe(403);
    expect((await post(jar, '/api/sessions', { ...proof, origin: 'https://evil.example' })).status).toBe(403);
    expect((await post(jar, '/auth/sign-out', { origin: app })).status).toBe(403);
    expect((await read(await jar.fetch(`${app}/api/sessions`))).sessions).toEqual([]);
  });

  it('refuses a return that was not begun here, is repeated, or whose code was meant for another browser', async () => {
    const [ada, eve] = [new BrowserJar(), new BrowserJar()];
    const stray = await eve.visit(`${app}/auth/callback?code=x&state=y`);
    expect(stray.response.status).toBe(401);
    await eve.fetch(`${app}/auth/sign-in`);
    const forged = await eve.visit(`${app}/auth/callback?code=x&state=y`);
    expect(forged.response.status).toBe(401);
    expect(eve.cookiesOf(app).has('tenfold')).toBe(false);
    await signIn(ada, 'ada');
    expect((await me(ada)).status).toBe(200);
  });

  it('shows cookies that are not for scripts, and lets in no one who was shut out', async () => {
    const jar = new BrowserJar();
    const lines: string[] = [];
    const plain = jar.fetch.bind(jar);
    jar.fetch = async (url, init) => {
      const response = await plain(url, init);
      if (url.startsWith(app)) lines.push(...response.headers.getSetCookie());
      return response;
    };
    await signIn(jar, 'dora');
    const cookie = lines.find((line) => line.startsWith('tenfold=')) ?? '';
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    const dora = await read(await me(jar));
    await clientOf(app, token).patch(`/api/people/${dora.id}`, { disabled: true });
    expect((await me(jar)).status).toBe(401);
  });
});
