import { join } from 'node:path';
import { SessionEvent, TurnChunk } from '@tenfold/contract';
import { textMessage } from '@tenfold/core';
import { openSqlite } from '@tenfold/store';
import { afterAll, describe, expect, it } from 'vitest';
import { birdsOverHttp } from '../../../../tests/tools/bird-server.ts';
import { Upstream } from '../../../../tests/upstream/upstream.ts';
import { clientOf, eventsOf, Problem, textOf } from '../testing/client.ts';
import { realServer } from '../testing/real-server.ts';
import { apiRoutes } from './routes.ts';

let passed = 0;
const upstream = await Upstream.open();
const server = await realServer(
  { gateway: { upstreams: { openai: upstream.url() } } },
  { monotonic: () => performance.now() + passed },
);
afterAll(async () => {
  await server.close();
  await upstream.close();
});

/** Routes that have answered well in this file, told by matching addresses. */
const reached = new Set<string>();
const patterns = apiRoutes.map(({ endpoint: { method, path } }) => ({
  name: `${method} ${path}`,
  method: method.toUpperCase(),
  shape: new RegExp(`^${path.replace(/:\w+/g, '[^/?]+')}(\\?|$)`),
  fixed: path.split('/').filter((step) => !step.startsWith(':')).length,
}));
const bare = clientOf(server.url);
const noted = async (method: string, path: string, body?: unknown, more?: RequestInit) => {
  const response = await bare.request(method, path, body, more);
  const [best] = patterns
    .filter((pattern) => pattern.method === method && pattern.shape.test(path))
    .sort((a, b) => b.fixed - a.fixed);
  if (best) reached.add(best.name);
  return response;
};
// biome-ignore lint/suspicious/noExplicitAny: the server checks every answer against its schema here.
const json = async (method: string, path: string, body?: unknown, more?: RequestInit): Promise<any> =>
  (await noted(method, path, body, more)).json();
const get = (path: string) => json('GET', path);
const post = (path: string, body: unknown = {}) => json('POST', path, body);
const say = async (session: string, body: object) => {
  const chunks = [];
  for await (const { data } of eventsOf(await noted('POST', `/api/sessions/${session}/messages`, body)))
    if (data !== '[DONE]') {
      expect(TurnChunk.safeParse(JSON.parse(data)).error).toBeUndefined();
      chunks.push(JSON.parse(data));
    }
  return chunks;
};
const refused = (work: Promise<unknown>): Promise<Problem> =>
  work.then(
    () => Promise.reject(new Error('It was not refused.')),
    (error) => (error instanceof Problem ? error : Promise.reject(error)),
  );
/** Waits for the fold a job stands for. */
const folded = (job: { id: string }) => server.tenfold.folding.finished(job.id);

const sample = (await bare.get('/api/sessions')).sessions[0];

describe('sessions', () => {
  it('are listed, made, read, changed and removed', async () => {
    const made = await post('/api/sessions', { title: 'One', kind: 'chat' });
    expect(made).toMatchObject({ title: 'One', entries: 0, branch: 'main' });
    expect((await get('/api/sessions?q=One')).sessions.map(({ id }: { id: string }) => id)).toContain(made.id);
    const settings = { onFailure: 'ask' };
    const changed = await json('PATCH', `/api/sessions/${made.id}`, { title: 'Two', archived: true, settings });
    expect(changed).toMatchObject({ title: 'Two' });
    expect(changed.archivedAt).not.toBeNull();
    expect((await get(`/api/sessions/${made.id}`)).title).toBe('Two');
    const { values } = await get(`/api/sessions/${made.id}/config`);
    expect(values.find(({ key }: { key: string }) => key === 'onFailure')).toMatchObject({ value: 'ask', from: 'session' });
    expect((await get('/api/sessions?archived=1')).sessions.some(({ id }: { id: string }) => id === made.id)).toBe(true);
    expect(await json('DELETE', `/api/sessions/${made.id}`)).toEqual({ removed: true });
    expect(await refused(get(`/api/sessions/${made.id}`))).toMatchObject({ status: 404, code: 'not-found' });
  });

  it('refuse settings that are not right, by field', async () => {
    const { id } = await post('/api/sessions', {});
    const problem = await refused(json('PATCH', `/api/sessions/${id}`, { settings: { hard: 'off', nope: 1 } }));
    expect(problem).toMatchObject({ status: 400, code: 'invalid-request' });
    expect(problem.facts.problems).toMatchObject([{ field: 'hard' }, { field: 'nope' }]);
    await json('DELETE', `/api/sessions/${id}`);
  });
});

describe('a conversation', () => {
  it('is answered in a stream that stores what it says', async () => {
    const { id } = await post('/api/sessions', { title: 'Talk' });
    const chunks = await say(id, { text: 'Who are you?', idempotencyKey: 'k1' });
    expect(chunks[0]).toMatchObject({ type: 'start' });
    expect(chunks.at(-1)).toMatchObject({ type: 'finish', messageMetadata: { outcome: 'answered' } });
    const page = await get(`/api/sessions/${id}/entries`);
    expect(page.entries.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant']);
    expect(page.entries[1].parts[0].text).toBe(textOf(chunks));
    const [sent] = (await get(`/api/sessions/${id}/requests`)).requests;
    expect(sent).toMatchObject({ answer: page.entries[1].id, position: 1, model: 'embedded:offline' });
    const was = await get(`/api/sessions/${id}/requests/${sent.answer}`);
    expect(was.rows.at(-1).parts[0].text).toBe('Who are you?');
    expect(await post(`/api/sessions/${id}/stop`)).toEqual({ stopped: false });
    expect((await noted('GET', `/api/sessions/${id}/turn`)).status).toBe(204);
    const again = await say(id, { text: 'Who are you?', idempotencyKey: 'k1' });
    const stored = again.filter(({ type }) => type === 'data-entry');
    expect(stored.map(({ data }) => data.idempotencyKey)).toEqual(['k1', null]);
    expect(await get(`/api/sessions/${id}/appended?keys=k0,k1`)).toEqual({ keys: ['k1'] });
    expect((await get(`/api/sessions/${id}/entries`)).total).toBe(2);
    await say(id, { regenerate: true });
    expect((await get(`/api/sessions/${id}/branches`)).branches.length).toBe(2);
    const named = await json('PATCH', `/api/sessions/${id}/branches/branch-2`, { label: ' Shorter ' });
    expect(named.branches.find(({ name }: { name: string }) => name === 'branch-2').label).toBe('Shorter');
    const back = await json('PUT', `/api/sessions/${id}/head`, { branch: 'main' });
    expect(back.branch).toBe('main');
  });

  it('grows by entries without a model, once for a key', async () => {
    const { id } = await post('/api/sessions', { title: 'Appended' });
    const body = { messages: [{ role: 'user', text: 'Kept word for word: walrus.' }], idempotencyKey: 'once' };
    const first = await post(`/api/sessions/${id}/entries`, body);
    const second = await post(`/api/sessions/${id}/entries`, body);
    expect(second).toEqual(first);
    const conflict = await refused(
      post(`/api/sessions/${id}/entries`, { messages: [{ role: 'user', text: 'late' }], expect: first.version - 1 }),
    );
    expect(conflict).toMatchObject({ status: 409, code: 'conflict' });
    const { revisions } = await get(`/api/sessions/${id}/revisions`);
    expect(revisions).toMatchObject([{ messages: [{ role: 'user', parts: [{ text: 'late' }] }] }]);
    await json('DELETE', `/api/sessions/${id}/revisions/${revisions[0].id}`);
    expect(await get(`/api/sessions/${id}/revisions`)).toEqual({ revisions: [] });
    const [entry] = first.entries;
    const put = await json('PUT', `/api/sessions/${id}/entries/${entry.id}/protected`, { protected: true });
    expect(put.status.used).toBeGreaterThan(0);
    expect((await get(`/api/sessions/${id}/search?q=walrus`)).hits).toMatchObject([
      { snippet: expect.stringContaining('«walrus»') },
    ]);
    expect((await get(`/api/sessions/${id}/recall?q=walrus+unheard`)).text).toContain('walrus');
    expect((await get(`/api/sessions/${id}/expand/1`)).text).toContain('[message 1, ');
    expect((await get('/api/search?q=walrus&limit=3')).hits).toMatchObject([{ sessionId: id, title: 'Appended' }]);
    expect((await post(`/api/sessions/${id}/status`, { draft: 'a draft of some words' })).breakdown.draft).toBeGreaterThan(4);
    const note = { name: 'a.txt', mediaType: 'text/plain', bytes: 6, dataUrl: `data:text/plain;base64,${btoa('walrus')}` };
    const { files } = await post(`/api/sessions/${id}/weigh`, { attachments: [note] });
    expect(files).toEqual([{ tokens: expect.any(Number), refused: null }]);
  });

  it('tells its events to whoever listens, from where they left', async () => {
    const { id } = await post('/api/sessions', { title: 'News' });
    const gone = new AbortController();
    const live = eventsOf(await noted('GET', `/api/sessions/${id}/events`, undefined, { signal: gone.signal }));
    const ready = (await live.next()).value;
    expect(ready?.event).toBe('ready');
    await post(`/api/sessions/${id}/entries`, { messages: [{ role: 'user', text: 'one' }] });
    const first = (await live.next()).value;
    expect(Number(first?.id)).toBeGreaterThan(Number(ready?.id));
    expect(JSON.parse(first?.data ?? '')).toMatchObject({ actor: 'test' });
    gone.abort();
    await live.next().catch(() => {});
    await post(`/api/sessions/${id}/entries`, { messages: [{ role: 'user', text: 'two' }] });
    const later = new AbortController();
    const headers = { 'last-event-id': String(first?.id) };
    const resumed = eventsOf(await noted('GET', `/api/sessions/${id}/events`, undefined, { signal: later.signal, headers }));
    const texts: string[] = [];
    for await (const { event, data } of resumed) {
      if (event === 'entry') texts.push(JSON.parse(data).entry.parts[0].text);
      if (texts.includes('two')) break;
    }
    expect(texts).not.toContain('one');
    later.abort();
    const astray = new AbortController();
    const of = { signal: astray.signal, headers: { 'last-event-id': '999999999' } };
    const anew = eventsOf(await noted('GET', `/api/sessions/${id}/events`, undefined, of));
    // A number of another store does not keep its reader from the events of this one.
    expect(Number((await anew.next()).value?.id)).toBeLessThan(999_999_999);
    astray.abort();
  });
});

describe('folding', () => {
  it('is estimated, done, looked at, changed and undone', async () => {
    const at = `/api/sessions/${sample.id}`;
    const before = await get(`${at}/status`);
    expect(await refused(post(`${at}/condense`, { upTo: 'nowhere' }))).toMatchObject({ status: 404 });
    const estimate = await post(`${at}/condense`, { dryRun: true, strategy: 'native' });
    expect(estimate.after).toBeLessThan(estimate.before);
    expect(await folded(await post(`${at}/condense`, { strategy: 'native' }))).toMatchObject({ state: 'done' });
    const { runs } = await get(`${at}/condensations`);
    // [U8] Nobody was to be paid, so what was shown before is what came of it.
    expect([estimate.exact, estimate.cost, estimate.after]).toEqual([true, 0, runs[0].after]);
    const { kinds } = await get(`${at}/condensations/${runs[0].id}/facts`);
    for (const { found, kept, lost } of kinds) expect(lost.length).toBe(Math.min(50, found - kept));
    const fact = kinds.flatMap(({ lost }: { lost: object[] }) => lost)[0];
    expect(fact).toMatchObject({ text: expect.any(String), entry: expect.any(String), position: expect.any(Number) });
    expect(await refused(get(`${at}/condensations/nothing/facts`))).toMatchObject({ status: 404 });
    expect(runs).toMatchObject([{ strategy: 'native', active: true, divider: expect.stringMatching(/^Context condensed \(/) }]);
    expect((await json('PATCH', `${at}/condensations/${runs[0].id}`, { rating: 4 })).rating).toBe(4);
    const context = await get(`${at}/context`);
    const standIn = context.rows.find(({ kind }: { kind: string }) => kind === 'stand-in');
    expect(standIn.parts[0]).toMatchObject({
      type: 'compress',
      content: expect.stringContaining('[Compressed Message Summary]'),
    });
    // Each text once: the body of the request is told by itself.
    expect(JSON.stringify(context).split('[Compressed Message Summary]').length).toBe(2);
    expect(JSON.stringify((await get(`${at}/wire`)).body)).toContain('[Compressed Message Summary]');
    const { folds } = await get(`${at}/folds`);
    const fold = folds.find(({ kind }: { kind: string }) => kind === 'summary');
    expect((await get(`${at}/folds/${fold.id}/original`)).entries.length).toBe(fold.to - fold.from + 1);
    expect(await refused(post(`${at}/condense`, {}))).toMatchObject({ status: 429, code: 'fold-cooldown' });
    const edited = await json('PATCH', `${at}/folds/${fold.id}`, { text: 'We fixed the rate limiter and decided on a queue.' });
    expect(edited.fold.edited).toBe(true);
    const { runs: now } = await get(`${at}/condensations`);
    expect(now.length).toBeGreaterThan(0);
    const active = (await get(`${at}/folds`)).folds.filter((each: { active: boolean }) => each.active);
    for (const each of active) await json('DELETE', `${at}/folds/${each.id}`).catch(() => {});
    expect((await get(`${at}/status`)).used).toBe(before.used);
  });

  /** A session with the same record as the sample, never folded. */
  const copyOfSample = async (): Promise<string> => {
    const text = await (await noted('GET', `/api/sessions/${sample.id}/export?format=jsonl`)).text();
    const { sessions } = await post('/api/import', { name: 'copy.jsonl', text });
    return `/api/sessions/${sessions[0].id}`;
  };

  it('is undone by its run, and a summary is written anew', async () => {
    const at = await copyOfSample();
    const before = await get(`${at}/status`);
    await folded(await post(`${at}/condense`, { preset: 'speed', target: 4_000 }));
    const { runs } = await get(`${at}/condensations`);
    const condensed = await get(`${at}/status`);
    expect((await json('DELETE', `${at}/condensations/${runs[0].id}`)).status.used).toBe(before.used);
    expect((await post(`${at}/condensations/${runs[0].id}/redo`)).status.used).toBe(condensed.used);
    expect((await json('DELETE', `${at}/condensations/${runs[0].id}`)).status.used).toBe(before.used);
    passed += 31_000;
    await folded(await post(`${at}/condense`, { strategy: 'native' }));
    const { folds } = await get(`${at}/folds`);
    const fold = folds.find((each: { active: boolean; kind: string }) => each.active && each.kind === 'summary');
    passed += 31_000;
    expect(await folded(await post(`${at}/folds/${fold.id}/regenerate`, { fast: true }))).toMatchObject({ fast: true });
  });

  it('is one at a time, and can be cancelled', async () => {
    const at = await copyOfSample();
    const wish = {
      name: 'Slow',
      provider: 'openai-compatible',
      model: 'slow',
      baseUrl: upstream.url(),
      contextWindow: 16_000,
      maxOutputTokens: 1_000,
    };
    const profile = await post('/api/profiles', wish);
    await json('PATCH', at, { profileId: profile.id });
    upstream.always = 'hang';
    const slow = await post(`${at}/condense`, { strategy: 'native' });
    expect(slow).toMatchObject({ trigger: 'manual', scope: 'Condensing context...' });
    expect(await refused(post(`${at}/condense`, { force: true }))).toMatchObject({ status: 409, code: 'fold-running' });
    expect((await get(`${at}/status`)).folding).toMatchObject({ id: slow.id });
    expect(await json('DELETE', `${at}/jobs/${slow.id}`)).toMatchObject({ state: 'cancelled' });
    expect(await refused(json('DELETE', `${at}/jobs/nope`))).toMatchObject({ code: 'not-found' });
    expect((await get(`${at}/jobs?limit=1`)).jobs).toMatchObject([
      { id: slow.id, state: 'cancelled', reason: 'It was cancelled.', branch: 'main', endedAt: expect.any(Number) },
    ]);
    await json('DELETE', `/api/profiles/${profile.id}`);
  });
});

describe('recovery', () => {
  it('brings a session back whose process died, partial answer and all', async () => {
    const { id } = await post('/api/sessions', { title: 'Interrupted' });
    const { entries } = await post(`/api/sessions/${id}/entries`, { messages: [{ role: 'user', text: 'And then?' }] });
    // What a process leaves behind that was killed while it streamed.
    const store = await openSqlite(join(server.home, 'tenfold.db'));
    const dead = await store.leases.acquire({ name: 'process:dead', holder: 'dead', at: 0 });
    const pending = await store.pending.begin({
      session: id,
      branch: 'main',
      after: entries[0].id,
      lease: dead.token,
      facts: {},
      at: 0,
    });
    await store.pending.write(pending, textMessage('assistant', 'Then the walrus'), 0);
    await store.close();
    const { sessions } = await get('/api/recovery');
    expect(sessions).toMatchObject([{ session: { id }, partial: 'Then the walrus', what: 'a partial answer' }]);
    expect(sessions[0].prompt).toMatch(/^Resume from checkpoint\? \d{4}-\d\d-\d\d \d\d:\d\d - /);
    await post(`/api/recovery/${id}`, { action: 'resume' });
    const page = await get(`/api/sessions/${id}/entries`);
    expect(page.entries.at(-1)).toMatchObject({ role: 'assistant', aborted: true, parts: [{ text: 'Then the walrus' }] });
    expect(await get('/api/recovery')).toEqual({ sessions: [], troubles: [] });
    expect(await post('/api/recovery')).toEqual({ troubles: [] });
    const left = await openSqlite(join(server.home, 'tenfold.db'));
    await left.pending.begin({ session: id, branch: 'main', after: null, lease: dead.token, facts: {}, at: 0 });
    const message = textMessage('user', 'Never sent');
    await left.pending.enqueue({ session: id, after: null, lease: dead.token, message, facts: { key: 'k' }, at: 0 });
    await left.close();
    const { messages } = await get(`/api/sessions/${id}/queue`);
    expect(messages).toMatchObject([{ text: 'Never sent', idempotencyKey: 'k', state: 'left', attachments: [] }]);
    expect(await json('DELETE', `/api/sessions/${id}/queue/${messages[0].id}`)).toEqual(messages[0]);
    expect(await refused(json('DELETE', `/api/sessions/${id}/queue/${messages[0].id}`))).toMatchObject({ code: 'not-found' });
    await post(`/api/recovery/${id}`, { action: 'dismiss' });
    expect((await get(`/api/sessions/${id}/entries`)).total).toBe(2);
  });
});

describe('checkpoints', () => {
  it('are made, listed and gone back to', async () => {
    const { id } = await post('/api/sessions', { title: 'Checkpointed' });
    await post(`/api/sessions/${id}/entries`, { messages: [{ role: 'user', text: 'before' }] });
    const made = await post(`/api/sessions/${id}/checkpoints`, { label: 'safe' });
    expect(made).toMatchObject({ label: 'safe', tags: ['manual'], automatic: false });
    await post(`/api/sessions/${id}/entries`, { messages: [{ role: 'user', text: 'after' }] });
    expect((await get(`/api/sessions/${id}/checkpoints`)).checkpoints[0].id).toBe(made.id);
    const { branch } = await post(`/api/sessions/${id}/restore`, { checkpoint: made.id });
    expect(branch).not.toBe('main');
    expect((await get(`/api/sessions/${id}/entries`)).total).toBe(1);
    const saved = await post(`/api/sessions/${id}/commands`, { line: '/save-progress "again"' });
    expect(saved).toMatchObject({ ok: true, checkpoint: { label: 'again' } });
    expect(await refused(post(`/api/sessions/${id}/commands`, { line: '/compct' }))).toMatchObject({
      status: 400,
      code: 'unknown-command',
      facts: { nearest: '/compact' },
    });
    expect(await get('/api/recovery')).toEqual({ sessions: [], troubles: [] });
    expect(await refused(post(`/api/recovery/${id}`, { action: 'resume' }))).toMatchObject({ code: 'not-found' });
  });
});

describe('memories and the lab', () => {
  it('bring one session into another', async () => {
    const { id } = await post('/api/sessions', { title: 'Heir' });
    const entry = await post(`/api/sessions/${id}/memories`, { from: sample.id });
    expect(entry.parts[0].text).toContain('rate limiter');
    expect((await get('/api/memories?q=limiter')).memories.length).toBeGreaterThan(0);
  });

  it('try every way on a session without changing it', async () => {
    const before = await get(`/api/sessions/${sample.id}`);
    const { columns } = await post(`/api/sessions/${sample.id}/lab`, {
      strategies: ['lossless', 'truncation'],
      presets: ['speed'],
    });
    expect(columns.map(({ id }: { id: string }) => id)).toEqual(['lossless', 'truncation', 'speed']);
    expect((await get(`/api/sessions/${sample.id}`)).version).toBe(before.version);
  });
});

describe('settings', () => {
  it('are set for everyone, taken back, and carried in a file', async () => {
    const set = await json('PUT', '/api/settings', { soft: 70 });
    expect(set.values.find(({ key }: { key: string }) => key === 'soft')).toMatchObject({ value: 70, from: 'global' });
    const file = await get('/api/settings/export');
    await json('PUT', '/api/settings', { soft: null });
    const diff = await post('/api/settings/import?dryRun=1', file);
    expect(JSON.stringify(diff)).toContain('soft');
    expect((await get('/api/settings')).settings).not.toHaveProperty('soft');
    await post('/api/settings/import', file);
    expect((await get('/api/settings')).settings).toHaveProperty('soft');
    await json('PUT', '/api/settings', { soft: null });
  });

  it('tell what flags and the environment decided', async () => {
    const { values } = await get('/api/startup');
    expect(values).toContainEqual(expect.objectContaining({ key: 'home', value: server.home, from: 'default' }));
  });

  it('know models, strategies, presets and projects', async () => {
    const model = await post('/api/models', { id: 'openai-compatible:tiny', contextWindow: 8_192, maxOutputTokens: 512 });
    expect(model).toMatchObject({ source: 'manual', contextWindow: 8_192 });
    const path = `/api/models/${encodeURIComponent('openai-compatible:tiny')}`;
    expect((await json('PATCH', path, { retentionTokens: 700 })).retentionTokens).toBe(700);
    expect((await json('DELETE', path)).source).toBe('default');
    expect((await get('/api/models')).models.length).toBeGreaterThan(12);

    const { strategies } = await get('/api/strategies');
    expect(strategies.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining(['native', 'lossless', 'truncation', 'smart']),
    );
    const { config } = await get('/api/strategies/truncation/config');
    const saved = await json('PUT', '/api/strategies/truncation/config', { config: { ...config, maxToolResultLines: 7 } });
    expect(saved.config.maxToolResultLines).toBe(7);
    await json('PUT', '/api/strategies/truncation/config', { config: null });

    const preset = await post('/api/presets', { name: 'Mine', strategy: 'truncation', config });
    expect((await json('PATCH', `/api/presets/${preset.id}`, { description: 'short' })).description).toBe('short');
    const file = await get(`/api/presets/${preset.id}/export`);
    await json('DELETE', `/api/presets/${preset.id}`);
    expect((await post('/api/presets/import', file)).name).toBe('Mine');
    expect((await get('/api/presets')).presets.filter(({ builtIn }: { builtIn: boolean }) => builtIn).length).toBeGreaterThan(3);

    const project = await post('/api/projects', { name: 'Sluice' });
    const chat = await post('/api/sessions', { projectId: project.id });
    expect(chat.kind).toBe('project');
    const out = await json('PATCH', `/api/sessions/${chat.id}`, { projectId: null });
    expect(out).toMatchObject({ kind: 'chat', projectId: null });
    await json('PATCH', `/api/sessions/${chat.id}`, { projectId: project.id });
    expect((await json('PATCH', `/api/projects/${project.id}`, { name: 'Sluice 2' })).name).toBe('Sluice 2');
    expect((await get('/api/projects')).projects).toMatchObject([{ sessions: 1 }]);
    expect(await json('DELETE', `/api/projects/${project.id}`)).toEqual({ sessions: [chat.id] });
    expect((await get('/api/metrics-summary?days=7')).folds).toBeGreaterThan(0);

    upstream.always = null;
    const sent = { model: 'm', messages: [{ role: 'user', content: 'Hello' }] };
    const answer = await fetch(`${server.url}/v1/chat/completions`, { method: 'POST', body: JSON.stringify(sent) });
    const passed = answer.headers.get('x-tenfold-request-id');
    expect((await get('/api/traffic')).requests).toMatchObject([{ id: passed, model: 'm' }]);
    expect(await get(`/api/traffic/${passed}`)).toMatchObject({ bodies: { received: sent, sent } });
    expect(await post(`/api/traffic/${passed}/replay`, { strategy: 'lossless' })).toMatchObject({ sent });
    expect(await refused(post(`/api/traffic/${passed}/replay`, { strategy: 'none' }))).toMatchObject({ status: 400 });
  });

  it('keep profiles without showing their keys', async () => {
    const wish = {
      name: 'Nowhere',
      provider: 'openai-compatible',
      model: 'm',
      baseUrl: 'http://127.0.0.1:9/v1',
      key: 'sk-canary-1234567890',
    };
    const profile = await post('/api/profiles', wish);
    expect(profile).toMatchObject({ hasKey: true, keyFrom: 'stored' });
    expect(JSON.stringify(profile)).not.toContain('canary');
    expect((await json('PATCH', `/api/profiles/${profile.id}`, { name: 'Somewhere' })).hasKey).toBe(true);
    expect(await post(`/api/profiles/${profile.id}/test`)).toMatchObject({ ok: false });
    expect((await get('/api/profiles')).profiles).toHaveLength(1);
    expect(Array.isArray((await get('/api/connectable')).connectable)).toBe(true);
    const place = { provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1' };
    expect(await post('/api/connectable/models', place)).toMatchObject({ models: [] });
    expect(await json('DELETE', `/api/profiles/${profile.id}`)).toEqual({ removed: true });
  });
});

it('people come with tokens of their own', async () => {
  expect(await get('/api/me')).toMatchObject({ id: 'local', role: 'admin' });
  const stale = { headers: { authorization: 'Bearer of-another-server' } };
  expect(await json('GET', '/api/me', undefined, stale)).toMatchObject({ id: 'local' });
  const unknown = { headers: { authorization: 'Bearer tfp_nobody-has-this' } };
  expect(await refused(json('GET', '/api/me', undefined, unknown))).toMatchObject({ code: 'unauthorized' });
  const { person, text } = await post('/api/people', { name: 'Ada' });
  expect((await get('/api/people')).people).toEqual([person]);
  expect(await json('PATCH', `/api/people/${person.id}`, { role: 'admin' })).toMatchObject({ role: 'admin', name: 'Ada' });
  const own = { headers: { authorization: `Bearer ${text}` } };
  const { token } = await json('POST', '/api/me/tokens', { name: 'laptop', days: 1 }, own);
  expect((await json('GET', '/api/me/tokens', undefined, own)).tokens).toHaveLength(2);
  await noted('DELETE', `/api/me/tokens/${token.id}`, undefined, own);
  expect(await refused(post('/api/me/tokens', { name: 'none' }))).toMatchObject({ code: 'invalid-request' });
  expect(await json('GET', '/api/me/usage', undefined, own)).toEqual({
    tokens: 0,
    bytes: 0,
    limits: { tokens: null, bytes: null },
  });
  const { used } = await get('/api/people/usage');
  expect(used.find((one: { person: string }) => one.person === 'local').bytes).toBeGreaterThan(1_000);
  const { token: theirs } = await post(`/api/people/${person.id}/tokens`, { name: 'phone', scope: 'read' });
  expect((await get(`/api/people/${person.id}/tokens`)).tokens).toHaveLength(3);
  const ended = await json('DELETE', `/api/people/${person.id}/tokens/${theirs.id}`);
  expect(ended.revokedAt).not.toBeNull();
  expect(await refused(post('/api/people/nobody/tokens', { name: 'x' }))).toMatchObject({ status: 404 });
});

it('folds that an app settled are found under the first name that has some', async () => {
  const folds = [{ id: 'f1', text: 'A record.' }];
  expect(await json('PUT', '/api/settled', { name: 'b', folds })).toEqual({ kept: true });
  expect(await post('/api/settled/find', { names: ['a', 'b', 'c'] })).toEqual({ found: { name: 'b', folds } });
  expect(await post('/api/settled/find', { names: ['a'] })).toEqual({ found: null });
  const many = Array.from({ length: 20_001 }, String);
  expect(await refused(post('/api/settled/find', { names: many }))).toMatchObject({ status: 400, code: 'invalid-request' });
});

it('servers of tools are kept, changed, asked again and removed, whether they answer or not', async () => {
  const wish = { name: 'Nobody', url: 'http://127.0.0.1:9/mcp' };
  const added = await post('/api/tool-servers', wish);
  expect(added).toMatchObject({ name: 'Nobody', tools: [], problem: expect.any(String) });
  const on = { everywhere: true, profiles: [], projects: [] };
  expect(await json('PATCH', `/api/tool-servers/${added.id}`, { on, approval: 'always' })).toMatchObject({
    on,
    approval: 'always',
  });
  expect((await post(`/api/tool-servers/${added.id}/refresh`)).problem).not.toBeNull();
  expect((await get('/api/tool-servers')).servers).toHaveLength(1);
  expect(await get(`/api/sessions/${sample.id}/approvals`)).toEqual({ calls: [] });
  expect(await refused(post(`/api/sessions/${sample.id}/approvals/none`, { allow: true }))).toMatchObject({ status: 404 });
  const birds = await birdsOverHttp();
  const asked = await post('/api/tool-servers', { name: 'Birds', url: birds.url });
  await json('PATCH', `/api/tool-servers/${asked.id}`, { on });
  const place = { session: { project: null }, profile: null } as Parameters<typeof server.tenfold.toolServers.offered>[0];
  const tool = server.tenfold.toolServers.offered(place).find(({ name }) => name === 'mcp__birds__look_up');
  const { signal } = new AbortController();
  const answer = tool?.run({ name: 'kestrel' }, { id: 'call-1', session: sample.id, signal });
  await expect.poll(async () => (await get(`/api/sessions/${sample.id}/approvals`)).calls.length).toBe(1);
  expect(await post(`/api/sessions/${sample.id}/approvals/call-1`, { allow: true })).toEqual({ calls: [] });
  expect(await answer).toContain('A kestrel has 2 wings');
  await json('DELETE', `/api/tool-servers/${asked.id}`);
  await birds.close();
  expect(await json('DELETE', `/api/tool-servers/${added.id}`)).toEqual({ removed: true });
  expect(await refused(post('/api/tool-servers', { name: 'x', url: 'ftp://x' }))).toMatchObject({ code: 'invalid-request' });
});

it('everything that happened was told as the contract has it', async () => {
  const store = await openSqlite(join(server.home, 'tenfold.db'));
  const sessions = [...(await store.sessions.list({ limit: 1_000 })), ...(await store.sessions.list({ archived: true }))];
  const told = (await Promise.all(sessions.map(({ id }) => store.events.after(id, 0, 10_000)))).flat();
  await store.close();
  expect(new Set(told.map(({ type }) => type))).toEqual(
    new Set(['entry', 'status', 'head', 'job', 'run', 'checkpoint', 'session', 'queue', 'approvals']),
  );
  for (const { type, actor, data } of told) expect(SessionEvent.safeParse({ ...data, type, actor }).error).toBeUndefined();
});

it('every route has been used and answered well', () => {
  expect(apiRoutes.map(({ endpoint: { method, path } }) => `${method} ${path}`).filter((name) => !reached.has(name))).toEqual([]);
});
