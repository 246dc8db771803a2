import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawRequest } from '../testing/raw-request.ts';
import { watchedApp } from '../testing/watched-app.ts';
import { LIMITS } from './door.ts';

const token = 'a-long-random-token-for-tests';
const roomy = { ...LIMITS, guesses: { burst: 100_000, perSecond: 1 }, expensive: { burst: 100_000, perSecond: 1 } };
const server = await watchedApp({ token, limits: roomy });
afterAll(() => server.close());

/** Every route the router knows, whoever added it. Middleware answers to all methods. */
const routes = [
  ...new Map(
    server.app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => [`${method} ${path}`, { method, path: path.replace(/:\w+/g, 'x').replace('*', 'some/page') }]),
  ).values(),
];
/** What shows the app itself or the health of the process, and nothing else. */
const withoutToken = new Set(['/healthz', '/readyz', '/some/page']);

const host = () => `127.0.0.1:${server.port}`;
const fair = () => ({ host: host(), authorization: `Bearer ${token}`, 'content-type': 'application/json' });

const lies: Record<string, () => Record<string, string>> = {
  'a foreign host': () => ({ ...fair(), host: `evil.example:${server.port}` }),
  'a foreign host without a port': () => ({ ...fair(), host: 'evil.example' }),
  'a host that only begins right': () => ({ ...fair(), host: `localhost:${server.port}/#@evil.example` }),
  'a host with another port': () => ({ ...fair(), host: '127.0.0.1:1' }),
  'a host with a user': () => ({ ...fair(), host: `evil@127.0.0.1:${server.port}` }),
  'a foreign origin': () => ({ ...fair(), origin: 'https://evil.example' }),
  'an origin of another port': () => ({ ...fair(), origin: 'http://127.0.0.1:1' }),
  'a null origin': () => ({ ...fair(), origin: 'null' }),
  'an origin that only begins right': () => ({ ...fair(), origin: `http://127.0.0.1:${server.port}.evil.example` }),
  'a cross-site fetch': () => ({ ...fair(), 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }),
  'a same-site fetch': () => ({ ...fair(), 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }),
  'plain text': () => ({ ...fair(), 'content-type': 'text/plain' }),
  'a form': () => ({ ...fair(), 'content-type': 'application/x-www-form-urlencoded' }),
  'a type that only begins right': () => ({ ...fair(), 'content-type': 'application/jsonp' }),
};
const strangers: Record<string, () => Record<string, string>> = {
  'no token': () => ({ host: host(), 'content-type': 'application/json' }),
  'another token': () => ({ ...fair(), authorization: `Bearer ${token}x` }),
  'an empty token': () => ({ ...fair(), authorization: 'Bearer ' }),
  'the token as basic': () => ({ ...fair(), authorization: `Basic ${token}` }),
};

const ask = (method: string, path: string, headers: Record<string, string>) =>
  rawRequest({ port: server.port, method, path, headers, ...(method === 'GET' ? {} : { body: '{}' }) });

// One test for each route and not for each lie: a test takes longer than what it asks.
describe.each(routes)('$method $path', ({ method, path }) => {
  beforeAll(() => {
    server.calls.length = 0;
  });

  it('refuses every lie and does nothing', async () => {
    for (const [lie, headersOf] of Object.entries(lies)) {
      const { status, headers } = await ask(method, path, headersOf());
      expect(status, lie).toBeGreaterThanOrEqual(400);
      expect(status, lie).toBeLessThan(500);
      expect(headers['access-control-allow-origin'], lie).toBeUndefined();
      expect(server.calls, lie).toEqual([]);
    }
  });

  it.skipIf(withoutToken.has(path))('refuses every stranger and does nothing', async () => {
    for (const [stranger, headersOf] of Object.entries(strangers)) {
      const { status } = await ask(method, path, headersOf());
      expect(status, stranger).toBe(401);
      expect(server.calls, stranger).toEqual([]);
    }
  });

  it('is reached by a fair request, and carries the headers of safety', async () => {
    const { status, headers } = await ask(method, path, fair());
    expect([401, 403, 404, 415]).not.toContain(status);
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});

it('knows the whole API', () => {
  expect(routes.length).toBeGreaterThan(70);
});

it.each(['localhost', '[::1]', '127.0.0.1'])('is at home under %s, from its own pages', async (name) => {
  const own = `${name}:${server.port}`;
  const { status } = await ask('GET', '/api/strategies', { ...fair(), host: own, origin: `http://${own}` });
  expect(status).toBe(200);
});

it('lets a link from elsewhere show the app, but call nothing', async () => {
  const visit = { ...fair(), 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  expect((await ask('GET', '/some/page', visit)).status).toBe(200);
  expect((await ask('GET', '/api/sessions', visit)).status).toBe(403);
  expect((await ask('GET', '/metrics', visit)).status).toBe(403);
});

it('changes nothing by GET', () => {
  const allowed =
    /^(sessions\.(list|get|entries|revisions|branches)|contexts\.|folding\.(runs|folds|facts|original|job)|checkpoints\.list|recall\.(search|expand)|memories\.search|recovery\.list|turns\.queue|settings\.(global|effective|exportFile|strategyConfig)|(models|profiles|presets|projects)\.(list|get|exportFile|connectable)|exchange\.exportFile|metrics\.summary|events\.|people\.(list|tokens)|usage\.|toolServers\.(list|waiting))/;
  return Promise.all(
    routes
      .filter(({ method }) => method === 'GET')
      .map(async ({ method, path }) => {
        server.calls.length = 0;
        await ask(method, path.replace('/search', '/search?q=x'), fair());
        for (const call of server.calls) expect(call).toMatch(allowed);
      }),
  );
});

it('describes every route, and says how an address is called that is called otherwise', async () => {
  const { paths } = JSON.parse((await ask('GET', '/api/openapi.json', fair())).text) as { paths: Record<string, object> };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, 'x')}`),
  );
  expect(described.sort()).toEqual(
    routes
      .filter(({ path }) => path !== '/some/page')
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  );
  const { status, headers, text } = await ask('PUT', '/api/sessions/x', fair());
  expect([status, headers.allow]).toEqual([405, 'GET, PATCH, DELETE']);
  expect(JSON.parse(text)).toMatchObject({ code: 'method-not-allowed', kept: 'Nothing was changed.' });
  expect((await ask('POST', '/healthz', fair())).status).toBe(405);
  expect((await ask('GET', '/api/nowhere', fair())).status).toBe(404);
});

it('answers no preflight', async () => {
  const headers = { ...fair(), origin: 'https://evil.example', 'access-control-request-method': 'POST' };
  const { status, headers: answered } = await ask('OPTIONS', '/api/sessions', headers);
  expect(status).toBe(403);
  expect(Object.keys(answered).filter((name) => name.startsWith('access-control'))).toEqual([]);
});
