import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { atHome } from './at-home.ts';
import { serve } from './serve.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-unwritable-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const log = { info: () => {}, warn: () => {}, error: () => {} };
const isRoot = process.getuid?.() === 0;

/** A home on a small disk of its own, which then takes no more writes. */
async function onDisk(name: string, spoil: (mount: string) => void, look: (home: string) => Promise<void>) {
  const mount = join(folder, name);
  mkdirSync(mount);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', mount]);
  try {
    const home = join(mount, 'home');
    const text = JSON.stringify({ messages: [{ role: 'user', content: 'one harbour' }] });
    await atHome({ home, secret: undefined, environment: {}, log, make: true }, ({ exchange }) =>
      exchange.importFile({ name: 'Kept', text }),
    );
    spoil(mount);
    await look(home);
  } finally {
    execFileSync('umount', ['-l', mount]);
  }
}

function fill(mount: string): void {
  expect(() => writeFileSync(join(mount, 'fill'), Buffer.alloc(4_000_000))).toThrow('ENOSPC');
}

describe.skipIf(!isRoot)('a home that cannot be written', () => {
  it.each([
    ['a full disk', fill],
    ['a read-only disk', (mount: string) => execFileSync('mount', ['-o', 'remount,ro', mount])],
  ])('can be exported and backed up on %s', async (name, spoil) => {
    await onDisk(name.replaceAll(' ', '-'), spoil, async (home) => {
      const backup = join(folder, `${name}.db`);
      await atHome({ home, secret: undefined, environment: {}, log }, async (tenfold, store) => {
        const [session] = await store.sessions.list();
        expect((await tenfold.exchange.exportFile(session?.id ?? '', 'jsonl')).text).toContain('one harbour');
        await store.backup(backup);
      });
      expect(existsSync(backup)).toBe(true);
      const settings = { home, host: '127.0.0.1', port: 0, token: null, secret: undefined, open: false };
      await expect(serve(settings, { log, environment: {}, web: null })).rejects.toThrow(/full or read-only.*tenfold export/);
    });
  });
});
