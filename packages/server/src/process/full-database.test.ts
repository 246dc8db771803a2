import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startPostgres, whyNoPostgres } from '../../../../tests/postgres/test-postgres.ts';
import { realServer } from '../testing/real-server.ts';

const CAN = process.env.TENFOLD_DEEP === '1' && process.getuid?.() === 0 && whyNoPostgres() === null;
const MB = 2 ** 20;

it.runIf(CAN)(
  'a database whose disk is full loses nothing that was acknowledged, and is gone on with once it runs again',
  { timeout: 180_000 },
  async () => {
    // Under /tmp: another user has to reach it.
    const folder = mkdtempSync('/tmp/tenfold-full-database-');
    chmodSync(folder, 0o755);
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=140m,mode=1777', 'tmpfs', disk]);
    onTestFinished(() => {
      execFileSync('umount', ['-l', disk]);
      rmSync(folder, { recursive: true, force: true });
    });
    vi.stubEnv('TMPDIR', disk);
    const own = await startPostgres({ fsync: true });
    vi.unstubAllEnvs();
    const server = await realServer({ home: join(folder, 'home'), database: own.url, secret: 'the same everywhere' });
    const { id } = await server.client.post('/api/sessions', { title: 'Read on' });
    const acknowledged: number[] = [];
    const say = (n: number) => {
      // PostgreSQL packs what repeats.
      const text = `${n} ${Array.from({ length: 20_000 }, () => Math.random().toString(36).slice(2)).join(' ')}`;
      return server.client
        .post(`/api/sessions/${id}/entries`, { messages: [{ role: 'user', text }], idempotencyKey: `k${n}` })
        .then(
          () => void acknowledged.push(n),
          ({ status, code }) => `${status} ${code}`,
        );
    };
    for (let n = 0; n < 5; n++) await say(n);
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, 'fill'), Buffer.alloc(bavail * bsize - 6 * MB));
    const refused = new Set<unknown>();
    for (let n = 5; n < 60; n++) refused.add(await say(n));
    expect([...refused].filter((why) => why !== undefined).map(String)).toContainEqual(
      expect.stringMatching(/507 store-full|503 store-unavailable/),
    );
    for (const why of refused) expect([undefined, '507 store-full', '503 store-unavailable']).toContain(why);
    rmSync(join(disk, 'fill'));
    // Its own log had no room: it gives up by itself, and who runs it starts it again.
    await own.restart();
    await expect.poll(() => say(60), { timeout: 40_000 }).toBe(undefined);
    const { entries } = await server.client.get(`/api/sessions/${id}/entries?limit=1000`);
    const there = entries.map(({ parts }: { parts: { text: string }[] }) => Number(parts[0]?.text.split(' ')[0]));
    expect(there).toEqual(expect.arrayContaining(acknowledged));
    expect(new Set(there).size).toBe(there.length);
    expect(await server.tenfold.recovery.check()).toEqual([]);
    await server.close();
    await own.stop();
  },
);
