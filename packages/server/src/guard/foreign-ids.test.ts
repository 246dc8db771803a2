import { api, type Endpoint } from '@tenfold/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDatabase, whyNoPostgres } from '../../../../tests/postgres/test-postgres.ts';
import { clientOf, Problem } from '../testing/client.ts';
import { realServer } from '../testing/real-server.ts';

const token = 'a-long-random-token-for-tests';
const refusal = (asked: Promise<unknown>): Promise<Problem> =>
  asked.then(
    () => new Problem({ status: 200, code: 'done', detail: '' }),
    (error: Problem) => error,
  );

const missing = whyNoPostgres();
const engines = [
  ['a file', null, async () => ({})],
  ['PostgreSQL', missing, async () => ({ database: (await newDatabase()).url, secret: 'of these tests alone' })],
] as const;

describe.each(engines)('the ids of somebody else, on %s', (_engine, why, settings) => {
  if (why !== null) {
    it.skip(`not tested: ${why}`);
    return;
  }
  let server: Awaited<ReturnType<typeof realServer>>;
  const join = async (name: string) => {
    const { text } = await clientOf(server.url, token).post('/api/people', { name, role: 'user' });
    return { client: clientOf(server.url, text) };
  };
  const theirs: Record<string, string> = {};
  let ada: Awaited<ReturnType<typeof join>>;
  let ben: Awaited<ReturnType<typeof join>>;
  let before: string;
  const portrait = async () => {
    const { session = '' } = theirs;
    const paths = ['', '/entries', '/checkpoints', '/branches', '/folds', '/condensations'].map(
      (path) => `/api/sessions/${session}${path}`,
    );
    return JSON.stringify(
      await Promise.all([...paths, '/api/projects', '/api/profiles', '/api/presets'].map((path) => ada.client.get(path))),
    );
  };
  beforeAll(async () => {
    server = await realServer({ token, ...(await settings()) });
    [ada, ben] = [await join('Ada'), await join('Ben')];
    const { id: session } = await ada.client.post('/api/sessions', { title: 'Private' });
    for (let n = 0; n < 12; n++) await ada.client.say(session, { text: `Message ${n}. ${'word '.repeat(120)}` });
    const { entries } = await ada.client.get(`/api/sessions/${session}/entries`);
    const { id: checkpoint } = await ada.client.post(`/api/sessions/${session}/checkpoints`, { label: 'here' });
    const job = await ada.client.post(`/api/sessions/${session}/condense`, {
      strategy: 'native',
      force: true,
      retainTokens: 300,
    });
    const state = async () => (await ada.client.get(`/api/sessions/${session}/jobs`)).jobs[0].state;
    while (['queued', 'running'].includes(await state()));
    const { runs } = await ada.client.get(`/api/sessions/${session}/condensations`);
    const { folds } = await ada.client.get(`/api/sessions/${session}/folds`);
    Object.assign(theirs, {
      session,
      entry: entries[0].id,
      checkpoint,
      job: job.id,
      run: runs[0].id,
      fold: folds[0]?.id,
      branch: 'main',
      profile: (await ada.client.post('/api/profiles', { name: 'P', provider: 'openai', model: 'gpt-4o', key: 'sk-1234567890' }))
        .id,
      preset: (
        await ada.client.post('/api/presets', { name: 'Mine', config: { strategy: 'truncation' } }).catch(() => ({ id: 'none' }))
      ).id,
      project: (await ada.client.post('/api/projects', { name: 'Mine' })).id,
      // Nobody is there; it is kept all the same.
      server: (await ada.client.post('/api/tool-servers', { name: 'Mine', url: 'http://127.0.0.1:9/mcp' })).id,
      token: (await ada.client.get('/api/me/tokens')).tokens[0].id,
    });
    before = await portrait();
  }, 60_000);

  afterAll(() => server.close());

  const said = [{ role: 'user', text: 'hello' }];
  const bodies: Record<string, object> = {
    'post /api/sessions/:session/messages': { text: 'hello' },
    'post /api/sessions/:session/entries': { messages: said },
    'put /api/sessions/:session/entries/:entry/protected': { protected: true },
    'post /api/sessions/:session/status': { draft: 'hello' },
    'patch /api/sessions/:session/condensations/:run': { rating: 1 },
    'patch /api/sessions/:session/folds/:fold': { text: 'other' },
    'post /api/sessions/:session/restore': { checkpoint: 'x' },
    'post /api/sessions/:session/weigh': { attachments: [{ name: 'a', mediaType: 'text/plain', bytes: 1 }] },
    'patch /api/sessions/:session/branches/:branch': { label: 'x' },
    'put /api/sessions/:session/head': { branch: 'main' },
    'post /api/sessions/:session/commands': { line: '/compact' },
    'post /api/sessions/:session/memories': { from: 'x' },
    'post /api/recovery/:session': { action: 'resume' },
    'post /api/sessions/:session/approvals/:call': { allow: true },
    'post /api/traffic/:id/replay': { strategy: 'native' },
  };
  const queries: Record<string, string> = {
    'get /api/sessions/:session/appended': '?keys=k',
    'get /api/sessions/:session/search': '?q=walrus',
    'get /api/sessions/:session/recall': '?q=walrus',
  };
  const routes = Object.values(api)
    .flatMap((group) => Object.values(group) as Endpoint[])
    .filter(({ path, admin }) => /:(?!strategy|model)/.test(path) && !admin);

  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'do not exist for %s',
    async (name, route) => {
      const missing = [...route.path.matchAll(/:(\w+)/g)].map(([, key = '']) => key).filter((key) => theirs[key] === undefined);
      // A passed of the gateway (`id`) that is somebody else's is in the test of quotas.
      expect(missing.filter((key) => !['message', 'revision', 'answer', 'record', 'call', 'id'].includes(key))).toEqual([]);
      const path = route.path.replace(/:(\w+)/g, (_, key) => theirs[key] ?? 'x') + (queries[name] ?? '');
      const asked = ben.client.request(
        route.method.toUpperCase(),
        path,
        route.method === 'get' || route.method === 'delete' ? undefined : (bodies[name] ?? {}),
        {
          signal: AbortSignal.timeout(30_000),
        },
      );
      const { status, code } = await refusal(asked);
      expect([name, status, code]).toEqual([name, 404, 'not-found']);
    },
  );

  it('do not exist inside a body either', async () => {
    const { session = '', checkpoint, profile, project, preset } = theirs;
    const { id } = await ben.client.post('/api/sessions', { title: 'Own' });
    await ben.client.say(id, { text: 'hello' });
    const tried: [string, object][] = [
      ['/api/sessions', { profileId: profile }],
      ['/api/sessions', { projectId: project, kind: 'project' }],
      [`/api/sessions/${id}/restore`, { checkpoint }],
      [`/api/sessions/${id}/memories`, { from: session }],
      [`/api/sessions/${id}/condense`, { preset, force: true }],
    ];
    for (const [path, body] of tried) expect([path, (await refusal(ben.client.post(path, body))).status]).toEqual([path, 404]);
    expect((await refusal(ben.client.patch(`/api/sessions/${id}`, { profileId: profile }))).status).toBe(404);
  });

  it('show in nothing that is told over all sessions', async () => {
    const lists = [
      'sessions',
      'search?q=Message',
      'memories',
      'recovery',
      'metrics-summary',
      'projects',
      'profiles',
      'settings/export',
    ];
    const told = await Promise.all(lists.map((path) => ben.client.get(`/api/${path}`)));
    const hers = Object.entries(theirs).filter(([key, id]) => key !== 'branch' && JSON.stringify(told).includes(id));
    expect([hers, JSON.stringify(told).includes('Private')]).toEqual([[], false]);
    expect(JSON.stringify(await ada.client.get('/api/search?q=Message'))).toContain(theirs.session);
  });

  it('are as they were', async () => {
    expect(await portrait()).toBe(before);
  });
});
