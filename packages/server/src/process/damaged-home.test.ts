import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { realServer } from '../testing/real-server.ts';
import { restoreHome } from './restore-home.ts';
import { withHome } from './with-home.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-damaged-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const log = { info: () => {}, warn: () => {}, error: () => {} };
const PAGE = 4096;
/** First byte of a page that rows of a table lie on. */
const LEAF = 0x0d;

it('with damaged pages of the list of sessions the others are listed, and what was said in those it has lost is exported', async () => {
  const home = join(folder, 'list');
  const made = await realServer({ home });
  const ids: string[] = [];
  for (let n = 0; n < 40; n++) {
    const { id } = await made.client.post('/api/sessions', { title: `Harbour ${n} ${'long '.repeat(40)}` });
    ids.push(id);
    await made.client.post(`/api/sessions/${id}/entries`, { messages: [{ role: 'user', text: `walrus number ${n}` }] });
  }
  await made.close();
  const file = join(home, 'tenfold.db');
  const bytes = readFileSync(file);
  const pages = Array.from({ length: bytes.length / PAGE }, (_, page) => page).filter((page) => {
    const content = bytes.subarray(page * PAGE, (page + 1) * PAGE);
    return content[0] === LEAF && content.includes('Harbour') && !content.includes('{"role"');
  });
  expect(pages.length).toBeGreaterThan(2);
  bytes.fill(0x5a, (pages[1] as number) * PAGE, (pages[1] as number) * PAGE + 64);
  writeFileSync(file, bytes);

  const { client, close } = await realServer({ home });
  try {
    const { sessions } = await client.get('/api/sessions?limit=100');
    expect(ids.filter((id) => !sessions.some((session: { id: string }) => session.id === id))).toEqual([]);
    const lost = sessions.filter(({ title }: { title: string }) => title.startsWith('Damaged: '));
    expect(lost.length).toBeGreaterThan(0);
    expect(lost.length).toBeLessThan(20);
    for (const [n, id] of ids.entries())
      expect(await (await client.request('GET', `/api/sessions/${id}/export`)).text()).toContain(`walrus number ${n}`);
    expect((await client.get('/api/search?q=walrus&limit=100')).hits).toHaveLength(40);
  } finally {
    await close();
  }
});

it('a store with damaged pages is set aside and served for reading, and everything else of it can be exported', async () => {
  const home = join(folder, 'home');
  const file = join(home, 'tenfold.db');
  const backup = join(folder, 'backup.db');
  const made = await realServer({ home });
  const { id: intact } = await made.client.post('/api/sessions', { title: 'Intact' });
  await made.client.post(`/api/sessions/${intact}/entries`, { messages: [{ role: 'user', text: 'three harbours' }] });
  const { id: hit } = await made.client.post('/api/sessions', { title: 'Hit' });
  const messages = Array.from({ length: 60 }, (_, n) => ({ role: 'user', text: `walrus ${n} ${'word '.repeat(90)}` }));
  await made.client.post(`/api/sessions/${hit}/entries`, { messages });
  await made.close();
  await withHome({ home, secret: undefined, environment: {}, log }, (_, store) => store.backup(backup));

  const bytes = readFileSync(file);
  const pages = Array.from({ length: bytes.length / PAGE }, (_, page) => page).filter((page) => {
    const content = bytes.subarray(page * PAGE, (page + 1) * PAGE);
    return (
      content[0] === LEAF && content.includes('{"role":"user"') && content.includes('walrus') && !content.includes('harbours')
    );
  });
  expect(pages.length).toBeGreaterThan(2);
  bytes.fill(0x5a, (pages[1] as number) * PAGE, (pages[1] as number) * PAGE + 64);
  writeFileSync(file, bytes);

  const { client, tenfold, lines, close } = await realServer({ home });
  try {
    expect(lines.join('\n')).toContain('damaged-store');
    const aside = readdirSync(home).filter((name) => /^damaged-.*\.db$/.test(name));
    expect(aside.map((name) => readFileSync(join(home, name)).equals(bytes))).toEqual([true]);
    const answer = await client.request('GET', '/api/sessions?status=1');
    expect(answer.headers.get('x-tenfold-read-only')).toBe('damaged');
    expect(await answer.text()).toContain('Damaged: Hit');
    expect(await (await client.request('GET', `/api/sessions/${intact}/export`)).text()).toContain('three harbours');
    const { entries } = await client.get(`/api/sessions/${hit}/entries?limit=100`);
    expect(entries).toHaveLength(60);
    // What is lost says so in its place.
    const left = entries.filter((entry: unknown) => JSON.stringify(entry).includes('walrus'));
    expect(left.length).toBeGreaterThan(40);
    expect(left.length).toBeLessThan(60);
    await expect(client.post('/api/sessions', { title: 'New' })).rejects.toThrow(/is damaged, so it is open for reading only/);
    expect((await tenfold.recovery.check()).map(({ session }) => session)).toContain(hit);
  } finally {
    await close();
  }
  expect(readFileSync(file).equals(bytes)).toBe(true);
  await withHome({ home, secret: undefined, environment: {}, log }, async ({ exchange }) => {
    expect((await exchange.exportFile(intact, 'jsonl')).text).toContain('three harbours');
  });
  await restoreHome(home, backup);
  const again = await realServer({ home });
  expect((await again.client.get(`/api/sessions/${hit}/entries?limit=100`)).entries).toHaveLength(60);
  await again.close();
});

/** The first page, which leads to all others, the one that leads to all messages, and the second half of the file. */
const DAMAGES: Readonly<Record<string, (bytes: Buffer, root: number) => Buffer>> = {
  'its first page lost': (bytes) => bytes.fill(0, 0, PAGE),
  'the way to its messages lost': (bytes, root) => bytes.fill(0x5a, (root - 1) * PAGE, root * PAGE),
  'its second half lost': (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2 / PAGE) * PAGE + 100),
};

it.each(Object.keys(DAMAGES))(
  'a store with %s is told, read as far as it goes, and whole again after one command',
  async (name) => {
    const home = join(folder, name);
    const [file, backup] = [join(home, 'tenfold.db'), join(folder, `${name}.db`)];
    const made = await realServer({ home });
    const ids: string[] = [];
    for (let n = 0; n < 20; n++) {
      const { id } = await made.client.post('/api/sessions', { title: `Harbour ${n}` });
      ids.push(id);
      const messages = Array.from({ length: 12 }, (_, at) => ({ role: 'user', text: `walrus ${n} ${at} ${'word '.repeat(90)}` }));
      await made.client.post(`/api/sessions/${id}/entries`, { messages });
    }
    await made.close();
    await withHome({ home, secret: undefined, environment: {}, log }, (_, store) => store.backup(backup));
    const database = new DatabaseSync(file);
    const root = Number(database.prepare("select rootpage from sqlite_schema where name = 'entries'").get()?.rootpage);
    database.close();
    const damaged = DAMAGES[name]?.(readFileSync(file), root) ?? Buffer.alloc(0);
    writeFileSync(file, damaged);

    const { client, lines, close } = await realServer({ home });
    try {
      expect(lines.join('\n')).toContain('damaged-store');
      const { sessions } = await client.get('/api/sessions?limit=100');
      const whole = sessions.filter(({ title }: { title: string }) => title.startsWith('Harbour'));
      if (!name.includes('half')) expect(whole.length).toBeGreaterThanOrEqual(20);
      for (const { id, title } of whole.filter(({ id }: { id: string }) => ids.includes(id))) {
        const text = await (await client.request('GET', `/api/sessions/${id}/export`)).text();
        for (let at = 0; at < 12; at++) expect(text).toContain(`walrus ${title.split(' ')[1]} ${at} `);
      }
    } finally {
      await close();
    }
    expect(readFileSync(file).equals(damaged)).toBe(true);
    await restoreHome(home, backup);
    const again = await realServer({ home });
    for (const id of ids) expect((await again.client.get(`/api/sessions/${id}/entries?limit=100`)).entries).toHaveLength(12);
    await again.close();
  },
);
