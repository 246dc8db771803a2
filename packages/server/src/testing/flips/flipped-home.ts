import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Random } from '@tenfold/core/testing';
import { SHARED } from '@tenfold/store';
import { withHome } from '../../process/with-home.ts';
import { realServer } from '../real-server.ts';

/** Names and values of the columns that name a row. */
type Key = readonly (readonly [column: string, value: string | number])[];

/** The condition that names a row, its values as `?`. */
export const where = (row: Key) => row.map(([column]) => `"${column}" = ?`).join(' and ');
const valuesOf = (row: Key) => row.map(([, value]) => value);

/** A bit that is to be changed in a home. */
export interface Flip {
  readonly table: string;
  readonly column: string;
  readonly row: Key;
  /** Of its bits, which: a share of all. */
  readonly at: number;
}

/** Sessions of a home that is to be damaged: one that nothing happens to, and those that something may happen to. */
export interface FlippableHome {
  readonly home: string;
  readonly intact: string;
  readonly others: readonly string[];
}

const log = { info: () => {}, warn: () => {}, error: () => {} };

/** Makes a home in which everything is used: conversations with folds, branches, checkpoints, protected messages, and what is kept beside them. */
export async function makeHome(home: string): Promise<FlippableHome> {
  const { client, tenfold, close } = await realServer({ home });
  const { sessions } = await client.get('/api/sessions');
  const first: string = sessions[0].id;
  const project = await client.post('/api/projects', { name: 'Harbours' });
  const { id: second } = await client.post('/api/sessions', { title: 'Second', projectId: project.id });
  for (let turn = 0; turn < 8; turn++)
    await client.say(second, {
      text: `question ${turn} about harbours and tides, at length: ${'water under the bridge '.repeat(150)}`,
    });
  const { id: third } = await client.post('/api/sessions', { title: 'Third' });
  await client.post(`/api/sessions/${third}/entries`, { messages: [{ role: 'user', text: 'unanswered' }], idempotencyKey: 'k' });
  for (const session of [first, second]) {
    const at = `/api/sessions/${session}`;
    await client.patch(at, { settings: { soft: 70 }, pinned: true });
    await client.post(`${at}/checkpoints`, { label: 'Before' });
    const { id: job } = await client.post(`${at}/condense`, { strategy: 'native', force: true });
    await tenfold.folding.finished(job);
    const { entries } = await client.get(`${at}/entries`);
    await client.put(`${at}/entries/${entries[1].id}/protected`, { protected: true });
    const { checkpoints } = await client.get(`${at}/checkpoints`);
    await client.post(`${at}/restore`, { checkpoint: checkpoints[0].id });
    await client.say(session, { text: 'and on a branch?' });
    await client.put(`${at}/head`, { branch: 'main' });
  }
  const wish = { name: 'Ours', provider: 'openai', model: 'gpt-4o', key: 'sk-1', contextWindow: 9_000 };
  await client.post('/api/profiles', { ...wish, baseUrl: 'http://127.0.0.1:9/v1' });
  await client.post('/api/presets', { name: 'Mine', strategy: 'truncation', config: {} });
  await client.put('/api/settings', { hard: 90 });
  await client.post('/api/tool-servers', { name: 'Nowhere', url: 'http://127.0.0.1:9/mcp' });
  const { id: intact } = await client.post('/api/sessions', { title: 'Intact' });
  await client.post(`/api/sessions/${intact}/entries`, { messages: [{ role: 'user', text: 'three harbours' }] });
  await close();
  await withHome({ home, secret: undefined, environment: {}, log }, async (_, store) => {
    const { head } = await store.heads.get(first);
    const message = { role: 'assistant', parts: [{ type: 'text', text: 'half an ans' }] } as const;
    await store.pending.begin({ session: first, after: head.position, lease: 1, message, facts: { model: 'm' }, at: 1 });
    await store.answers.put({ hash: 'h', text: 't', by: 'm', usage: { input: 1, output: 1 }, at: Date.now() });
    await store.for(SHARED).settings.set({ scope: 'global', key: 'goal', value: [1], at: 1 });
    for (const { id } of await store.models.list()) await store.models.calibrate(id, { bills: [1.1], at: 1 });
    await store.people.add({ name: 'Ada', role: 'user', at: 1 });
    await store.snapshots.create({
      session: second,
      kind: 'memory',
      content: { text: 'tides' },
      messageCutoffId: null,
      tokenCount: 1,
      at: 1,
    });
    await store.entries
      .append({ session: second, expect: 99_999, entries: [{ message: { role: 'user', parts: [] } }], at: 1 })
      .catch(() => undefined);
    await store.queue.put({ owner: store.owner, kind: 'nothing', input: { a: 1 }, pauseMs: 86_400_000 });
  });
  return { home, intact, others: [first, second, third] };
}

/** Every column that has a value in some row that may be damaged. */
export function columnsOf({ home, intact }: FlippableHome): readonly { table: string; column: string; rows: Key[] }[] {
  const database = new DatabaseSync(join(home, 'tenfold.db'), { readOnly: true });
  try {
    const tables = database
      .prepare("select name from sqlite_schema where type = 'table' and name not like '%fts%' and name not like 'sqlite%'")
      .all();
    return tables.flatMap(({ name }) => {
      const table = String(name);
      const columns = database.prepare('select name, pk from pragma_table_info(?)').all(table);
      const keys = columns.filter(({ pk }) => Number(pk) > 0).map((column) => String(column.name));
      if (keys.length === 0) return [];
      const of = columns.some((column) => column.name === 'session') ? 'session' : table === 'sessions' ? 'id' : null;
      const may = of === null ? '1' : `"${of}" is not '${intact}'`;
      return columns.flatMap(({ name: column }) => {
        const found = database
          .prepare(
            `select ${keys.map((key) => `"${key}"`).join()} from "${table}" where "${String(column)}" is not null and ${may}`,
          )
          .all();
        const rows = found.map((row) => keys.map((key) => [key, row[key] as string | number] as const));
        return found.length === 0 ? [] : [{ table, column: String(column), rows }];
      });
    });
  } finally {
    database.close();
  }
}

/** A bit of a column, drawn. */
export function drawFlip(columns: ReturnType<typeof columnsOf>, random: Random): Flip {
  const { table, column, rows } = columns[Math.floor(random.next() * columns.length)] as (typeof columns)[number];
  return { table, column, row: rows[Math.floor(random.next() * rows.length)] as Key, at: random.next() };
}

/** Bits that SQLite keeps a whole number in, its sign among them. */
function bitsOf(value: bigint): number {
  return [8, 16, 24, 32, 48].find((bits) => BigInt.asIntN(bits, value) === value) ?? 64;
}

/** A whole number with one of its bits changed. */
export function flippedNumber(value: bigint, at: number): bigint {
  const bits = bitsOf(value);
  return BigInt.asIntN(bits, value ^ (1n << BigInt(Math.floor(at * bits))));
}

/** A copy of a home with one bit changed; null where its tables refuse the value. */
export function flipped({ home }: FlippableHome, to: string, { table, column, row, at }: Flip): { said: string } | null {
  cpSync(home, to, { recursive: true });
  const database = new DatabaseSync(join(to, 'tenfold.db'), { readBigInts: true });
  try {
    database.exec('pragma foreign_keys = off');
    const cell = database
      .prepare(
        `select typeof("${column}") as type, cast("${column}" as blob) as bytes, "${column}" as value from "${table}" where ${where(row)}`,
      )
      .get(...valuesOf(row)) as { type: string; bytes: Uint8Array; value: unknown };
    if (cell.type === 'integer') {
      const value = flippedNumber(cell.value as bigint, at);
      database.prepare(`update "${table}" set "${column}" = ? where ${where(row)}`).run(value, ...valuesOf(row));
      return { said: `${cell.value} → ${value}` };
    }
    const bytes = Uint8Array.from(cell.bytes);
    if (bytes.length === 0) return null;
    const bit = Math.floor(at * bytes.length * 8);
    bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
    const as = cell.type === 'text' ? 'cast(? as text)' : '?';
    database.prepare(`update "${table}" set "${column}" = ${as} where ${where(row)}`).run(bytes, ...valuesOf(row));
    const around = (from: Uint8Array) =>
      JSON.stringify(Buffer.from(from.slice(Math.max(0, (bit >> 3) - 12), (bit >> 3) + 12)).toString());
    return { said: `${around(cell.bytes)} → ${around(bytes)}` };
  } catch {
    return null;
  } finally {
    database.close();
  }
}
