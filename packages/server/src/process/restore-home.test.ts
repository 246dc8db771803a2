import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { realServer } from '../testing/real-server.ts';
import { examine } from './examine.ts';
import { moveHome } from './move-home.ts';
import { knowLossOf } from './repair-home.ts';
import { restoreHome } from './restore-home.ts';
import { withSessionInBackup } from './session-in-backup.ts';
import { withHome } from './with-home.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-restore-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
// What waits for a server's sign of life takes seconds.
const deep = process.env.TENFOLD_DEEP === '1';
const log = { info: () => {}, warn: () => {}, error: () => {} };

/** A home with a session of two entries, and a backup of it. */
async function homeWithBackup(name: string) {
  const home = join(folder, name);
  const backup = join(folder, `${name}.db`);
  const { client, close } = await realServer({ home });
  const { id } = await client.post('/api/sessions', { title: 'Kept' });
  for (const text of ['one harbour', 'two harbours'])
    await client.post(`/api/sessions/${id}/entries`, { messages: [{ role: 'user', text }] });
  await close();
  await withHome({ home, secret: undefined, environment: {}, log }, (_, store) => store.backup(backup));
  return { home, backup, id, file: join(home, 'tenfold.db') };
}

const doctor = (home: string) =>
  examine(
    { home, host: '127.0.0.1', port: 0, token: null, secret: undefined, open: false },
    { environment: {}, node: 'v24.0.0', web: null },
  );

it.runIf(deep)('a damaged home is whole again after one command, and what was there is kept', async () => {
  const { home, backup, id, file } = await homeWithBackup('damaged');
  const bytes = readFileSync(file);
  bytes.fill(0x5a, 4096, 40_000);
  writeFileSync(file, bytes);
  expect((await doctor(home)).find(({ what }) => what === 'store')).toMatchObject({ state: 'failed' });
  const { sessions, aside } = await restoreHome(home, backup);
  expect(sessions).toBe(2);
  expect(readFileSync(join(aside ?? '', 'tenfold.db')).equals(bytes)).toBe(true);
  const { client, close } = await realServer({ home });
  expect((await client.get(`/api/sessions/${id}/entries`)).entries).toHaveLength(2);
  expect(await client.get('/api/recovery')).toMatchObject({ troubles: [] });
  await expect(restoreHome(home, backup)).rejects.toThrow(/Stop it first; nothing was changed/);
  await close();
  expect((await doctor(home)).filter(({ state }) => state === 'failed')).toEqual([]);
});

it('a backup that is damaged, or none, changes nothing', async () => {
  const { home, backup, file } = await homeWithBackup('unchanged');
  const before = readFileSync(file);
  writeFileSync(backup, readFileSync(backup).fill(0x5a, 4096, 30_000));
  for (const wrong of [backup, join(home, 'secret.key'), join(folder, 'nowhere.db')])
    await expect(restoreHome(home, wrong)).rejects.toThrow(/Nothing was changed/);
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(home).filter((name) => /restor/.test(name))).toEqual([]);
});

it('what is no backup changes nothing: an empty file, another database, a folder', async () => {
  const { home, file } = await homeWithBackup('sound');
  const empty = join(folder, 'empty.db');
  writeFileSync(empty, '');
  const foreign = join(folder, 'foreign.db');
  const other = new DatabaseSync(foreign);
  other.exec('create table migrations (version integer); create table notes (text text)');
  other.close();
  for (const backup of [empty, foreign, folder]) {
    const before = readFileSync(file);
    await expect(restoreHome(home, backup)).rejects.toThrow(/(?:no backup at all|is no file)\. Nothing was changed/);
    await expect(withSessionInBackup(backup, 'x', async () => {})).rejects.toThrow(/(?:no backup at all|is no file)\. Nothing/);
    expect(readFileSync(file).equals(before)).toBe(true);
  }
  expect(readdirSync(home).filter((name) => name.startsWith('before-restore') || name.includes('restoring'))).toEqual([]);
});

it('a home that is a file is told by doctor, and a database of another kind is moved nowhere', async () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, 'text');
  expect(await doctor(file)).toContainEqual({ what: 'home', state: 'failed', detail: expect.stringContaining('is a file') });
  const moving = moveHome({ home: folder, database: undefined }, 'mysql://there/it', () => {});
  await expect(moving).rejects.toThrow('mysql://there/it: a URL of a PostgreSQL database (postgres://…) or a folder is expected');
});

it('a backup with a damaged entry is restored, and the damage named', async () => {
  const { home, backup, id } = await homeWithBackup('one-entry');
  const database = new DatabaseSync(backup);
  database.exec("update entries set message = replace(message, 'one harbour', 'one harbowr')");
  database.close();
  const { sessions, damages } = await restoreHome(home, backup);
  expect([sessions, damages]).toEqual([2, [{ session: id, sequence: 1, what: expect.stringContaining('its bytes') }]]);
  const { client, close } = await realServer({ home });
  expect((await client.get('/api/sessions')).sessions).toHaveLength(2);
  await close();
});

it('a backup, or a home that is moved, says nothing of where keys of the environment go: that is said of this home', async () => {
  const heard: string[] = [];
  const other = createServer((request, response) => {
    heard.push(JSON.stringify(request.headers));
    response.writeHead(500).end();
  });
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  onTestFinished(() => void other.close());
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const environment = { OPENAI_API_KEY: 'canary-environment-0123' };
  const [brought, backup] = [join(folder, 'brought'), join(folder, 'brought.db')];
  // Of before hosts were named, and with the host named by who wrote it.
  for (const isNamed of [false, true]) {
    await withHome({ home: brought, secret: undefined, environment: {}, log, make: true }, async (_, store) => {
      await store.profiles.put({ id: 'p', name: 'P', provider: 'openai', model: 'm', baseUrl: url, config: {}, at: 1 });
      if (isNamed) await store.settings.set({ scope: 'home', key: 'environment-keys', value: { openai: [url] }, at: 1 });
      else await store.settings.remove('home', 'environment-keys');
      rmSync(backup, { force: true });
      await store.backup(backup);
    });
    const home = join(folder, `into-${isNamed}`);
    const at = { home, secret: undefined, environment, log };
    expect((await restoreHome(home, backup)).hostsToAllow).toEqual(isNamed ? [url] : []);
    await withHome(at, async ({ profiles }) => {
      expect((await profiles.test('p')).message).toContain('Allow it for that host');
      await profiles.update('p', { allowEnvironmentKey: true });
    });
    const moved = join(folder, `moved-${isNamed}`);
    await moveHome({ home: brought }, moved, () => {});
    await withHome({ ...at, home: moved }, ({ profiles }) => profiles.test('p'));
    expect(heard).toEqual([]);
    // What was allowed here stays so, whatever backup is put in place.
    expect((await restoreHome(home, backup)).hostsToAllow).toEqual([]);
    await withHome(at, ({ profiles }) => profiles.test('p'));
    expect(heard.splice(0).join()).toContain('canary-environment-0123');
    // A move that is made again finds its target as it left it.
    for (let n = 0; n < 2; n++) await moveHome({ home }, join(folder, `again-${isNamed}`), () => {});
  }
});

it('a damaged entry is found in the background, told in the app and by doctor, and a copy is set aside; the others go on', async () => {
  const { home, id, file } = await homeWithBackup('flipped');
  const database = new DatabaseSync(file);
  database.exec("update entries set message = replace(message, 'one harbour', 'one harbowr')");
  database.close();
  const { client, close } = await realServer({ home });
  await expect
    .poll(async () => (await client.get('/api/recovery')).troubles)
    .toMatchObject([{ session: id, what: expect.stringContaining('“Kept”: message 1: its bytes') }]);
  await expect.poll(() => readdirSync(home).filter((name) => /^damaged-.*\.db$/.test(name)).length).toBe(1);
  expect((await client.get('/api/sessions')).sessions).toHaveLength(2);
  await close();
  expect((await doctor(home)).find(({ what }) => what === 'integrity')).toMatchObject({ state: 'failed' });
});

it('doctor names every damaged session, and how one comes back', async () => {
  const { home, file } = await homeWithBackup('several');
  const at = { home, secret: undefined, environment: {}, log };
  const ids = await withHome(at, async ({ sessions }) => {
    const made = await Promise.all(['a', 'b', 'c', 'd'].map((title) => sessions.create({ title })));
    for (const { id } of made) await sessions.append(id, { messages: [{ role: 'user', text: 'four harbours' }] });
    return made.map(({ id }) => id);
  });
  const database = new DatabaseSync(file);
  database.exec("update entries set message = replace(message, 'four harbours', 'four harbowrs')");
  database.close();
  const { detail } = (await doctor(home)).find(({ what }) => what === 'integrity') ?? { detail: '' };
  for (const [n, id] of ids.entries()) expect(detail).toContain(`session ${id} (“${'abcd'[n]}”): message 1: its bytes`);
  expect(detail).toContain('tenfold restore FILE --session ID');
});

it('a lost log is told in the app and by doctor', async () => {
  const { home, file } = await homeWithBackup('lost');
  writeFileSync(`${file}-mark`, '0000000000000500'.padEnd(32, '0'));
  expect((await doctor(home)).find(({ what }) => what === 'log')).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('restore'),
  });
  const { client, close } = await realServer({ home });
  expect((await client.get('/api/recovery')).troubles).toMatchObject([
    { session: null, what: expect.stringMatching(/missing.* was last changed on \d{4}-/), lost: true },
  ]);
  // There may be no backup that was made later: who knows of it is not told any more, but by who looks for what happened.
  expect(await client.post('/api/recovery', {})).toEqual({ troubles: [] });
  expect(await client.get('/api/recovery')).toMatchObject({ troubles: [] });
  await close();
  expect((await doctor(home)).find(({ what }) => what === 'log')).toMatchObject({
    state: 'ok',
    detail: expect.stringMatching(/were lost .* known since \d{4}-/),
  });
});

it('a loss may be known of without a server too', async () => {
  const { home, file } = await homeWithBackup('known');
  writeFileSync(`${file}-mark`, '0000000000000500'.padEnd(32, '0'));
  const log = async () => (await doctor(home)).find(({ what }) => what === 'log')?.state;
  expect(await log()).toBe('failed');
  await knowLossOf({ home });
  expect(await log()).toBe('ok');
});

it('one session comes back from a backup while a server runs, beside the damaged one, with all that belongs to it', async () => {
  const { home, id, file } = await homeWithBackup('one');
  const backup = join(folder, 'with-folds.db');
  const at = { home, secret: undefined, environment: {}, log };
  const session = id;
  await withHome(at, async (_, store) => {
    const { version, head } = await store.heads.get(session);
    const [first] = await store.entries.page(session, { limit: 2 });
    const fold = {
      id: 'f',
      run: 'r',
      kind: 'summary',
      lossless: false,
      text: 'Of a harbour.',
      by: 'm',
      before: 9,
      after: 3,
    } as const;
    const target = { kind: 'span', from: first?.id ?? '', to: first?.id ?? '' } as const;
    await store.checkpoints.create({ session, label: 'Before', at: 1 });
    await store.heads.swap({ session, expect: version, head: { ...head, folds: ['f'] }, folds: [{ ...fold, target }], at: 2 });
    await store.heads.create({ session, branch: 'other', head: { ...head, position: first?.id ?? null }, at: 3 });
    await store.settings.set({ scope: `session:${session}`, key: 'systemPrompt', value: 'Be a harbour master.', at: 4 });
    await store.backup(backup);
  });
  const before = readFileSync(backup);
  type Client = Awaited<ReturnType<typeof realServer>>['client'];
  const seen = async (client: Client, of: string) => {
    const parts = ['context', 'entries', 'branches', 'checkpoints'].map((what) => client.get(`/api/sessions/${of}/${what}`));
    const text = JSON.stringify(await Promise.all(parts)).replaceAll(of, 'SESSION');
    return JSON.parse(text, (key, value) => (key === 'id' && String(value).length === 36 ? undefined : value));
  };
  const first = await realServer({ home });
  const whole = await seen(first.client, id);
  await first.close();
  expect(JSON.stringify(whole)).toContain('Be a harbour master.');
  expect(JSON.stringify(whole)).toContain('Of a harbour.');
  const db = new DatabaseSync(file);
  db.exec("update entries set message = replace(message, 'harbour', 'harbor')");
  db.close();
  const { client, close } = await realServer({ home });
  const copy = await withSessionInBackup(backup, id, (found) =>
    withHome(at, (tenfold) => tenfold.exchange.copySession({ ...found, session: id, title: `${found.title} (restored)` })),
  );
  expect(readFileSync(backup).equals(before)).toBe(true);
  const { sessions } = await client.get('/api/sessions');
  expect(sessions.slice(0, 2).map((listed: { title: string }) => listed.title)).toEqual(['Kept (restored)', 'Kept']);
  expect(sessions[0].id).toBe(copy);
  expect(await seen(client, copy)).toEqual(whole);
  await close();
  await expect(withSessionInBackup(backup, 'nobody', async () => {})).rejects.toThrow('There is no session nobody');
});
