import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { NEVER, Upstream } from '../../../../tests/upstream/upstream.ts';
import { scratchFolder } from '../testing/sample-files.ts';
import { serving } from '../testing/server-process.ts';
import { tenfoldHere } from '../testing/tenfold-process.ts';

const README = new URL('../../../../README.md', import.meta.url);

const scratch = await scratchFolder();
afterAll(() => scratch.remove());

type Server = Awaited<ReturnType<typeof serving>>;
// biome-ignore lint/suspicious/noExplicitAny: the server's own tests hold answers to their schemas.
const answer = async (response: Promise<Response>): Promise<any> => (await response).json();
// biome-ignore lint/suspicious/noExplicitAny: as above.
const get = (server: Server, at: string): Promise<any> => server.get(at);

/** Says something and reads the answer; with `kill`, the server is gone as soon as the turn has begun. */
async function say(server: Server, session: string, text: string, kill = false): Promise<string> {
  const response = await server.send('POST', `/api/sessions/${session}/messages`, { text });
  if (kill) server.child.kill('SIGKILL');
  return response.text().catch((error) => (kill ? '' : Promise.reject(error)));
}

describe('a fresh home without any key, over HTTP', () => {
  let server: Server;
  const home = scratch.at('fresh');
  beforeAll(async () => {
    server = await serving(home);
  }, 60_000);
  afterAll(() => server.kill());

  it('chats, folds, undoes, keeps a checkpoint, survives a kill, recovers and goes back', { timeout: 60_000 }, async () => {
    const { sessions } = await get(server, '/api/sessions');
    const at = `/api/sessions/${sessions[0].id}`;
    // The sample is nearly full: a fold that began by itself would refuse the one by hand.
    await answer(server.send('PUT', '/api/settings', { soft: 'off' }));
    expect(await say(server, sessions[0].id, 'What did we decide about the queue?')).toContain('"type":"finish"');
    const before = await get(server, `${at}/status`);

    await answer(server.send('POST', `${at}/condense`, { strategy: 'native' }));
    let runs = [];
    while (runs.length === 0) ({ runs } = await get(server, `${at}/condensations`));
    expect((await get(server, `${at}/status`)).used).toBeLessThan(before.used / 2);
    const undone = await answer(server.send('DELETE', `${at}/condensations/${runs[0].id}`));
    expect(undone.status.used).toBe(before.used);

    const checkpoint = await answer(server.send('POST', `${at}/checkpoints`, { label: 'before the storm' }));
    const { total } = await get(server, `${at}/entries`);
    // The offline model is quick: a kill would often come too late to be one in the middle of a turn.
    const upstream = await Upstream.open({ answer: () => ({ text: 'The clock ticks on.' }) });
    onTestFinished(() => upstream.close());
    upstream.always = { drip: 20, until: NEVER };
    const endless = {
      name: 'Endless',
      provider: 'openai-compatible',
      model: 'endless',
      baseUrl: upstream.url(),
      key: 'not-a-key',
    };
    const profile = await answer(server.send('POST', '/api/profiles', endless));
    await answer(server.send('PATCH', at, { profileId: profile.id }));
    await say(server, sessions[0].id, 'Tell me everything about the clock, the bucket, the store and the tests.', true);
    await server.ended;
    server = await serving(home);
    const { sessions: lost } = await get(server, '/api/recovery');
    expect(lost).toMatchObject([{ session: { id: sessions[0].id } }]);
    expect(lost[0].prompt).toContain('before the storm');
    await server.send('POST', `/api/recovery/${sessions[0].id}`, { action: 'resume' });
    expect((await get(server, `${at}/entries`)).total).toBeGreaterThan(total);
    await answer(server.send('PATCH', at, { profileId: null }));
    await server.send('POST', `${at}/restore`, { checkpoint: checkpoint.id });
    expect((await get(server, `${at}/entries`)).total).toBe(total);
  });

  it('is found by a second start, which opens it instead', async () => {
    const { code, out } = await tenfoldHere(['serve', '--home', home, '--no-web']);
    expect([code, out.trimEnd().split('\n').at(-1)]).toEqual([0, server.url]);
  });

  it('is exported, imported, backed up and examined while it is served', async () => {
    const list = await tenfoldHere(['export', '--list', '--home', home]);
    expect(list.out).toMatch(/^\S+ {2}\d+ messages {2}A rate limiter/m);
    const file = scratch.at('out.md');
    const { err } = await tenfoldHere([
      'export',
      'A rate limiter lets 140 requests through',
      '--format',
      'markdown',
      '-o',
      file,
      '--home',
      home,
    ]);
    expect(err).toContain('out.md');
    expect((await tenfoldHere(['export', '-o', file, '--home', home])).code).toBe(2);
    const jsonl = await tenfoldHere(['export', '--home', home]);
    await scratch.file('copy.jsonl', jsonl.out);
    const imported = await tenfoldHere(['import', scratch.at('copy.jsonl'), '--home', home]);
    expect([imported.code, imported.err]).toEqual([0, '']);
    expect((await get(server, '/api/sessions')).sessions).toHaveLength(2);
    const backup = await tenfoldHere(['backup', scratch.at('copy.db'), '--home', home]);
    expect(backup.out).toMatch(/copy\.db: 2 sessions, \d+ entries/);
    expect((await tenfoldHere(['backup', scratch.at('copy.db'), '--home', home])).code).toBe(2);
    expect((await tenfoldHere(['backup', scratch.at('no/such.db'), '--home', home])).err).toContain('its folder does not exist');
    const doctor = await tenfoldHere(['doctor', '--home', home, '--json']);
    expect(JSON.parse(doctor.out).findings.map(({ what }: { what: string }) => what)).toContain('integrity');
    expect((await tenfoldHere(['doctor', '--home', home])).out).toMatch(/^ok +durability +wal, synchronous full$/m);
  });
});

describe('tenfold serve', () => {
  it.runIf(process.env.TENFOLD_DEEP === '1')('stops in order at a signal', async () => {
    const server = await serving(scratch.at('orderly'));
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    const again = await serving(scratch.at('orderly'));
    expect(await again.get('/api/recovery')).toEqual({ sessions: [], troubles: [] });
    await again.kill();
  });

  it.runIf(process.env.TENFOLD_DEEP === '1')('ends at once at the second', async () => {
    const server = await serving(scratch.at('hurried'));
    server.child.kill('SIGTERM');
    server.child.kill('SIGINT');
    expect([0, 130, 143]).toContain(await server.ended);
  });

  it.each([
    [['serve', '--host', '0.0.0.0'], /a token is needed/],
    [['serve', '--port', 'many'], /is not a port/],
    [['export', '--home', scratch.at('nothing')], /There is nothing in/],
    [['import', scratch.at('no-such-file'), '--home', scratch.at('new')], /found nothing of that name\. Nothing was imported/],
    [['import', scratch.folder, '--home', scratch.at('new')], /expected a file, found a folder/],
    [['import', fileURLToPath(README), '--home', scratch.at('new')], /README\.md: line 1: .* found Markdown/],
  ])('says what is wrong and starts nothing: %j', async (args, message) => {
    const { code, err } = await tenfoldHere(args);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });
});
