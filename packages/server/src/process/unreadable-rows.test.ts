import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SHARED } from '@tenfold/store';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiRoutes } from '../api/routes.ts';
import { realServer } from '../testing/real-server.ts';
import { examine } from './examine.ts';
import { repairHome } from './repair-home.ts';
import { withHome } from './with-home.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-unreadable-'));
const sound = join(folder, 'sound');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
// Each of them needs a server of its own.
const deep = process.env.TENFOLD_DEEP === '1';
const log = { info: () => {}, warn: () => {}, error: () => {} };
let intact = '';

/** A home in which everything is used: a folded conversation with an answer cut off, and one beside it that nothing happens to. */
beforeAll(async () => {
  const { client, tenfold, close } = await realServer({ home: sound });
  const { sessions } = await client.get('/api/sessions');
  const at = `/api/sessions/${sessions[0].id}`;
  await client.patch(at, { settings: { soft: 70 } });
  await client.post(`${at}/checkpoints`, { label: 'Before' });
  const { id: job } = await client.post(`${at}/condense`, { strategy: 'native' });
  await tenfold.folding.finished(job);
  const wish = { name: 'Ours', provider: 'openai', model: 'gpt-4o', key: 'sk-1', contextWindow: 9_000 };
  await client.post('/api/profiles', { ...wish, baseUrl: 'http://127.0.0.1:9/v1' });
  await client.post('/api/presets', { name: 'Mine', strategy: 'truncation', config: {} });
  await client.post('/api/projects', { name: 'Harbours' });
  await client.put('/api/settings', { hard: 90 });
  await client.post('/api/tool-servers', { name: 'Nowhere', url: 'http://127.0.0.1:9/mcp' });
  intact = (await client.post('/api/sessions', { title: 'Intact' })).id;
  await client.post(`/api/sessions/${intact}/entries`, { messages: [{ role: 'user', text: 'three harbours' }] });
  await close();
  await withHome({ home: sound, secret: undefined, environment: {}, log }, async (_, store) => {
    const session = sessions[0].id;
    const { head, version } = await store.heads.get(session);
    const message = { role: 'assistant', parts: [{ type: 'text', text: 'half an ans' }] } as const;
    await store.pending.begin({ session, after: head.position, lease: 1, message, facts: { model: 'm' }, at: 1 });
    await store.heads.swap({ session, expect: version - 1, head, at: 1 }).catch(() => undefined);
    await store.answers.put({ hash: 'h', text: 't', by: 'm', usage: { input: 1, output: 1 }, at: Date.now() });
    await store.for(SHARED).settings.set({ scope: 'global', key: 'goal', value: [1], at: 1 });
    for (const { id } of await store.models.list()) await store.models.calibrate(id, { bills: [1.1], at: 1 });
    await store.people.add({ name: 'Ada', role: 'user', at: 1 });
  });
});

type Column = readonly [table: string, column: string];

/** Every column of a home that holds an object or a list, or that settings are in. */
function jsonColumns(home: string): readonly Column[] {
  const database = new DatabaseSync(join(home, 'tenfold.db'), { readOnly: true });
  const tables = database.prepare("select name from sqlite_schema where type = 'table' and name not like '%fts%'").all();
  const found = tables.flatMap(({ name }) => {
    const rows = database.prepare(`select * from ${name}`).all();
    const columns = new Set(rows.flatMap((row) => Object.keys(row).filter((column) => /^[[{]/.test(String(row[column])))));
    return [...columns].map((column): Column => [String(name), column]);
  });
  database.close();
  return found;
}

/** A copy of the home in which nothing can be read in these columns but what belongs to the intact conversation. */
function damaged(name: string, columns: readonly Column[]): string {
  const home = join(folder, name);
  cpSync(sound, home, { recursive: true });
  const database = new DatabaseSync(join(home, 'tenfold.db'));
  for (const [table, column] of columns) {
    const isOfSessions = database.prepare(`select 1 from pragma_table_info(?) where name = 'session'`).get(table) !== undefined;
    const others = isOfSessions ? `where session is not '${intact}'` : '';
    database.exec(`update ${table} set ${column} = '{"a' ${others}`);
  }
  database.close();
  return home;
}

/** What anybody may read that is not about the damaged conversation. */
const paths = () =>
  apiRoutes
    .filter(({ endpoint: { method } }) => method === 'get')
    .map(({ endpoint: { path } }) => path.replace(':session', intact))
    .filter((path) => !/:|\/events$|\/requests$|\/connectable$/.test(path))
    .map((path) => (/(search|recall)$/.test(path) ? `${path}?q=harbours` : path.endsWith('appended') ? `${path}?keys=k` : path));

async function goesOn(home: string) {
  const { client, tenfold, close } = await realServer({ home });
  try {
    for (const path of [...paths(), '/api/sessions?status=1', '/api/memories?q=harbours']) {
      const response = await client.request('GET', path);
      expect(response.ok, path).toBe(true);
      await response.text();
    }
    expect(JSON.stringify(await client.get('/api/search?q=harbours'))).toContain(intact);
    const exported = await client.request('GET', `/api/sessions/${intact}/export`);
    expect(await exported.text()).toContain('three harbours');
    const other = await client.post('/api/sessions', { title: 'Another' });
    await client.post(`/api/sessions/${other.id}/entries`, { messages: [{ role: 'user', text: 'four harbours' }] });
    const told = await tenfold.recovery.check();
    expect((await client.get('/api/recovery')).troubles).toEqual(told);
    return told;
  } finally {
    await close();
  }
}

const doctor = (home: string) =>
  examine(
    { home, host: '127.0.0.1', port: 0, token: null, secret: undefined, open: false },
    { environment: {}, node: 'v24.0.0', web: null },
  );

it('whatever cannot be read, the server starts, every list is there, and the damage is told', async () => {
  const columns = jsonColumns(sound);
  expect(columns.length).toBeGreaterThan(20);
  const home = damaged('all', columns);
  const told = (await goesOn(home)).map(({ what }) => what).join('\n');
  for (const word of [
    'profile “Ours”',
    'preset “Mine”',
    'setting hard',
    'setting goal',
    'tool-servers',
    'model ',
    'kept answer',
    'job',
  ])
    expect(told).toContain(word);
  expect(told).toMatch(/“A rate limiter[^”]*”: the setting soft/);
  expect(told).not.toContain('Intact');
  expect((await doctor(home)).find(({ what }) => what === 'integrity')).toMatchObject({ state: 'failed' });
  await withHome({ home, secret: undefined, environment: {}, log }, async (tenfold, store) => {
    expect((await tenfold.exchange.exportFile(intact, 'jsonl')).text).toContain('three harbours');
    await store.backup(join(folder, 'all.db'));
  });
});

it.each(['profiles', 'presets', 'projects', 'jobs', 'pending_answers', 'people'])(
  'where the ids of %s are no text any more every list is there, and the lab',
  async (table) => {
    const home = damaged(`ids-${table}`, []);
    const database = new DatabaseSync(join(home, 'tenfold.db'));
    database.exec("pragma foreign_keys = off; update jobs set state = 'running', lease = 1");
    const { changes } = database.prepare(`update ${table} set id = cast(x'61ff62' as text)`).run();
    expect(changes).toBe(1);
    database.close();
    const { client, close } = await realServer({ home });
    try {
      for (const path of [...paths(), '/api/sessions?status=1']) {
        const response = await client.request('GET', path);
        expect(response.ok, `${path}: ${await response.text()}`).toBe(true);
      }
      expect(JSON.stringify((await client.get('/api/profiles')).profiles)).toContain('Ours');
      expect((await client.get('/api/recovery')).sessions).toHaveLength(1);
      expect((await client.post(`/api/sessions/${intact}/lab`, {})).columns.length).toBeGreaterThan(4);
    } finally {
      await close();
    }
  },
);

it.each(['profiles', 'presets', 'projects', 'jobs'])(
  'of %s whose id is damaged doctor tells, and a repair gives them one by which they can be removed',
  async (table) => {
    const home = damaged(`named-${table}`, []);
    const database = new DatabaseSync(join(home, 'tenfold.db'));
    database.exec(`pragma foreign_keys = off; update ${table} set id = cast(x'61f231' as text) || substr(id, 4)`);
    database.close();
    const integrity = async () => (await doctor(home)).find(({ what }) => what === 'integrity');
    expect((await integrity())?.detail).toMatch(/the id of the \w+ “[^”]+” is damaged.*doctor --repair/);
    expect(await repairHome({ home })).toMatchObject({ state: 'ok', detail: 'gave 1 row a new id in place of a damaged one' });
    expect(await integrity()).toMatchObject({ state: 'ok' });
    expect(await repairHome({ home })).toMatchObject({ detail: 'nothing to repair' });
    if (table === 'jobs') return;
    const { client, close } = await realServer({ home });
    try {
      const rows = (await client.get(`/api/${table}`))[table] as { id: string; builtIn?: boolean }[];
      const own = rows.filter(({ builtIn }) => builtIn !== true);
      for (const { id } of own) await client.request('DELETE', `/api/${table}/${encodeURIComponent(id)}`);
      expect(((await client.get(`/api/${table}`))[table] as unknown[]).length).toBe(rows.length - own.length);
    } finally {
      await close();
    }
  },
);

it('a condensation whose report has lost a field stands in the list and says so', async () => {
  const home = damaged('report', []);
  const database = new DatabaseSync(join(home, 'tenfold.db'));
  database.exec(`update condensation_runs set report = replace(report, '"warnings"', '"warningS"')`);
  const [{ session }] = database.prepare('select session from condensation_runs').all() as [{ session: string }];
  database.close();
  const { client, close } = await realServer({ home });
  try {
    const told = JSON.stringify(await client.get(`/api/sessions/${session}/condensations`));
    expect(told).toContain('The report of this condensation is damaged');
  } finally {
    await close();
  }
});

it('work left behind in a session that is not there hides no other', async () => {
  const home = damaged('strayed-job', []);
  const database = new DatabaseSync(join(home, 'tenfold.db'));
  database.exec("pragma foreign_keys = off; update jobs set state = 'running', lease = 1, session = 'nowhere'");
  database.close();
  const { client, close } = await realServer({ home });
  expect((await client.get('/api/recovery')).sessions).toHaveLength(1);
  await close();
});

it('an answer that was cut off on a branch that is not there is brought back on the one in use', async () => {
  const home = damaged('strayed-answer', []);
  const database = new DatabaseSync(join(home, 'tenfold.db'));
  database.exec("update pending_answers set branch = 'mein'");
  const [{ session }] = database.prepare('select session from pending_answers').all() as [{ session: string }];
  database.close();
  const { client, close } = await realServer({ home });
  try {
    await client.post(`/api/recovery/${session}`, { action: 'resume' });
    const { entries } = await client.get(`/api/sessions/${session}/entries?limit=1`);
    expect(JSON.stringify(entries)).toContain('half an ans');
    expect((await client.get('/api/recovery')).sessions).toEqual([]);
  } finally {
    await close();
  }
});

it('background work that cannot be read is taken out when that is asked for, and kept in a file', async () => {
  const home = damaged('repaired', [['jobs', 'input']]);
  const before = (await doctor(home)).find(({ what }) => what === 'integrity')?.detail;
  expect(before).toMatch(/session \S+ \(“A rate limiter[^”]*”\): a fold job cannot be read .*doctor --repair/);
  const { detail } = await repairHome({ home });
  expect(detail).toMatch(/^took out 1 row that could not be read \(kept in /);
  const [file] = readdirSync(home).filter((name) => name.startsWith('removed-'));
  expect(readFileSync(join(home, file ?? ''), 'utf8')).toContain('"table":"jobs"');
  expect((await doctor(home)).find(({ what }) => what === 'integrity')).toMatchObject({ state: 'ok' });
  expect(await repairHome({ home })).toMatchObject({ detail: 'nothing to repair' });
});

it('repairs no home that is not there, and says of a store that cannot be opened that nothing was changed', async () => {
  const nowhere = join(folder, 'nowhere');
  expect(await repairHome({ home: nowhere })).toMatchObject({ state: 'ok', detail: 'nothing to repair' });
  expect(existsSync(nowhere)).toBe(false);
  mkdirSync(nowhere);
  writeFileSync(join(nowhere, 'tenfold.db'), 'no store at all, and long enough to be looked at'.repeat(100));
  expect(await repairHome({ home: nowhere })).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('nothing was changed'),
  });
});

it.each([
  ['a fold of it', 'folds', 'body', /^(?!.*damaged)/, /condensed part cannot be read/],
  ['what a message of it is', 'entries', 'message', /This message cannot be read/, /message cannot be read/],
  ['what is condensed in it', 'heads', 'folds', /^(?!.*damaged)/, /everything is shown and sent as it was said/],
])(
  'a conversation of which %s cannot be read is opened, gone on with and exported with all that can',
  async (_, table, column, says, told) => {
    const home = damaged(`exported-${table}`, []);
    const database = new DatabaseSync(join(home, 'tenfold.db'));
    const session = `session is not '${intact}'`;
    const [{ entries }] = database.prepare(`select count(*) entries from entries where ${session}`).all() as [
      { entries: number },
    ];
    database.exec(`update ${table} set ${column} = '{"a' where rowid = (select min(rowid) from ${table} where ${session})`);
    const [{ id }] = database.prepare(`select id from sessions where id is not '${intact}'`).all() as [{ id: string }];
    database.close();
    const server = await realServer({ home });
    try {
      const at = `/api/sessions/${id}`;
      // The first message stands behind the fold, so that it is no part of what is sent.
      const { damages } = await server.client.get(`${at}/status`);
      if (table !== 'entries') expect(damages).toEqual([expect.stringMatching(told)]);
      expect((await server.client.get(`${at}/entries?limit=1000`)).entries).toHaveLength(entries);
      expect(JSON.stringify(await server.client.get(`${at}/context`))).toContain('rows');
      const { entries: more } = await server.client.post(`${at}/entries`, { messages: [{ role: 'user', text: 'and now?' }] });
      expect(more[0].position).toBe(entries);
      const chunks = await server.client.say(id, { text: 'Go on.' });
      expect(chunks.at(-1)).toMatchObject({ type: 'finish' });
      const troubles = await server.tenfold.recovery.check();
      expect(troubles.filter(({ session }) => session === id)).toHaveLength(1);
    } finally {
      await server.close();
    }
    await withHome({ home, secret: undefined, environment: {}, log }, async (tenfold) => {
      const { text } = await tenfold.exchange.exportFile(id, 'jsonl');
      expect(JSON.parse(text).messages).toHaveLength(entries + 3);
      expect(text).toMatch(says);
      expect((await tenfold.recovery.check()).map((trouble) => trouble.session)).toContain(id);
    });
  },
);

it.runIf(deep)('the same for each column alone', { timeout: 300_000 }, async () => {
  for (const column of jsonColumns(sound)) {
    const told = await goesOn(damaged(column.join('.'), [column]));
    expect(told.length, column.join('.'))[column[0] === 'leases' ? 'toBe' : 'toBeGreaterThan'](0);
  }
});
