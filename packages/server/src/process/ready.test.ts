import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { onDatabase } from '../../../../tests/postgres/database-copy.ts';
import { describeOnPostgres } from '../../../../tests/postgres/describe-on-postgres.ts';
import { startPostgres } from '../../../../tests/postgres/test-postgres.ts';
import { realServer } from '../testing/real-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-ready-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const READY = [200, { ready: true }];
const NOT_READY = [503, { ready: false, reason: expect.stringMatching(/full or read-only/) }];

async function ask(url: string, path: string) {
  const response = await fetch(`${url}${path}`);
  return [response.status, await response.json()];
}

it.skipIf(process.getuid?.() !== 0)(
  'a server is not ready on a disk that is full, but for reading, and is again once there is room',
  async () => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk]);
    const home = join(disk, 'home');
    const server = await realServer({ home });
    try {
      expect(await ask(server.url, '/readyz')).toEqual(READY);
      expect(() => writeFileSync(join(disk, 'fill'), Buffer.alloc(8_000_000))).toThrow('ENOSPC');
      await expect.poll(() => ask(server.url, '/readyz'), { timeout: 10_000 }).toEqual(NOT_READY);
      expect(await ask(server.url, '/readyz?for=reading')).toEqual(READY);
      rmSync(join(disk, 'fill'));
      await expect.poll(() => ask(server.url, '/readyz'), { timeout: 10_000 }).toEqual(READY);
      await server.close();
      expect(() => writeFileSync(join(disk, 'fill'), Buffer.alloc(8_000_000))).toThrow('ENOSPC');
      // What is full before it starts is served from a copy, which could be written.
      const reading = await realServer({ home });
      expect(await ask(reading.url, '/readyz')).toEqual(NOT_READY);
      expect(await ask(reading.url, '/readyz?for=reading')).toEqual(READY);
      await reading.close();
    } finally {
      execFileSync('umount', ['-l', disk]);
    }
  },
);

describeOnPostgres('a server on a database that takes no writes', (_, scratch) => {
  it('is ready for reading only, and finds the one that takes over', { timeout: 60_000 }, async () => {
    const own = await startPostgres();
    const set = (readOnly: 'on' | 'off') =>
      onDatabase(own.url, async (query) => {
        await query(`alter system set default_transaction_read_only = ${readOnly}`, []);
        await query('select pg_reload_conf()', []);
      });
    const server = await realServer({ home: join(scratch, 'reading'), database: own.url, secret: 'the same everywhere' });
    const { id } = await server.client.post('/api/sessions', { title: 'Read on' });
    expect(await ask(server.url, '/readyz')).toEqual(READY);
    await set('on');
    await expect.poll(() => ask(server.url, '/readyz'), { timeout: 10_000 }).toEqual(NOT_READY);
    expect(await ask(server.url, '/readyz?for=reading')).toEqual(READY);
    expect((await server.client.get(`/api/sessions/${id}`)).title).toBe('Read on');
    await expect(server.client.post('/api/sessions', {})).rejects.toMatchObject({ status: 507, code: 'store-full' });
    await set('off');
    await expect.poll(() => ask(server.url, '/readyz'), { timeout: 10_000 }).toEqual(READY);
    expect((await server.client.post('/api/sessions', { title: 'Writes' })).title).toBe('Writes');
    await server.close();
    await own.stop();
  });
});
