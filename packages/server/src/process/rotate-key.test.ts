import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSecretBox, type SecretBox, unreadableKeys } from '@tenfold/session';
import { openSqlite } from '@tenfold/store';
import { afterAll, describe, expect, it } from 'vitest';
import { SEALED, sealSome } from '../testing/kill/sealed-home.ts';
import { realServer } from '../testing/real-server.ts';
import { examine } from './examine.ts';
import { homeFiles } from './home.ts';
import { rotateKey } from './rotate-key.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-rotate-'));
afterAll(() => rmSync(folder, { recursive: true }));
const [OLD, NEW] = ['the secret of before', 'the secret of from now on'];

async function sealedHome(secret?: string): Promise<string> {
  const home = mkdtempSync(join(folder, 'home-'));
  const store = await openSqlite(homeFiles.store(home));
  await sealSome(store, await openSecretBox(homeFiles.key(home), secret));
  await store.close();
  return home;
}

async function unread(home: string, box: SecretBox): Promise<readonly string[]> {
  const store = await openSqlite(homeFiles.store(home));
  return unreadableKeys(store, box).finally(() => store.close());
}

const findings = async (home: string) =>
  examine(
    { home, host: '127.0.0.1', port: 0, token: null, secret: undefined, open: false },
    { environment: {}, node: process.version, web: null },
  );

describe('a rotation', () => {
  it('seals everything of everybody with a new key file, and keeps the old one for older backups', async () => {
    const home = await sealedHome();
    const before = await openSecretBox(homeFiles.key(home));
    const done = await rotateKey({ home, secret: undefined });
    expect(done).toMatchObject({ resealed: 5, already: 0, unreadable: [], under: 'file' });
    expect(await unread(home, await openSecretBox(homeFiles.key(home)))).toEqual([]);
    expect(await unread(home, before)).toEqual(SEALED);
    expect(readdirSync(home).filter((name) => name.includes('secret.key'))).toHaveLength(2);
    expect(statSync(homeFiles.key(home)).mode & 0o777).toBe(0o600);
    expect(statSync(done.aside ?? '').mode & 0o777).toBe(0o600);
    const kept = await openSecretBox(done.aside ?? '');
    expect(kept.open(before.seal('sk', 'row'), 'row')).toBe('sk');
  });

  it('leaves what nobody can read as it is, and says so', async () => {
    const home = await sealedHome();
    const store = await openSqlite(homeFiles.store(home));
    await store.profiles.setSecret('c', Buffer.from('rubbish'), 2);
    await store.close();
    expect(await rotateKey({ home, secret: undefined })).toMatchObject({ resealed: 4, unreadable: ['Own'] });
    expect((await findings(home)).find(({ what }) => what === 'stored keys')?.detail).toContain('Own.');
  });

  it('that was cut off opens with both keys, is told by doctor, and is finished with its own', async () => {
    const home = await sealedHome();
    const key = homeFiles.key(home);
    await openSecretBox(`${key}.next`);
    expect((await findings(home)).find(({ what }) => what === 'key rotation')).toMatchObject({ state: 'warning' });
    const next = await openSecretBox(`${key}.next`);
    const store = await openSqlite(homeFiles.store(home));
    const own = { holder: 'api.openai.com', key: 'sk-c' };
    await store.profiles.setSecret('c', next.seal(JSON.stringify(own), `${store.owner}/profile/c/credentials`), 2);
    await store.close();
    expect(await unread(home, await openSecretBox(key))).toEqual([]);
    expect(await rotateKey({ home, secret: undefined })).toMatchObject({ resealed: 4, already: 1, unreadable: [] });
    expect(await unread(home, next)).toEqual([]);
    expect(existsSync(`${key}.next`)).toBe(false);
    expect((await findings(home)).find(({ what }) => what === 'key rotation')).toBeUndefined();
  });

  it('goes from one secret of the environment to another, and from a key file to one', async () => {
    const home = await sealedHome(OLD);
    await expect(rotateKey({ home, secret: OLD })).rejects.toThrow(/TENFOLD_NEW_SECRET/);
    await expect(rotateKey({ home, secret: OLD }, 'short')).rejects.toThrow(/16 characters/);
    expect(await rotateKey({ home, secret: OLD }, NEW)).toMatchObject({ resealed: 5, under: 'secret', aside: null });
    expect(await unread(home, await openSecretBox('', NEW))).toEqual([]);
    expect(await rotateKey({ home, secret: OLD }, NEW)).toMatchObject({ resealed: 0, already: 5 });
    const other = await sealedHome();
    expect(await rotateKey({ home: other, secret: undefined }, NEW)).toMatchObject({ resealed: 5, under: 'secret' });
    expect(existsSync(homeFiles.key(other))).toBe(false);
    expect(await unread(other, await openSecretBox('', NEW))).toEqual([]);
  });

  it('changes nothing while a server runs, without a home, and with a damaged key', async () => {
    const server = await realServer();
    await expect(rotateKey({ home: server.home, secret: undefined })).rejects.toThrow(/It is in use: http/);
    await server.close();
    await expect(rotateKey({ home: join(folder, 'nowhere'), secret: undefined })).rejects.toThrow(/nothing in/);
    const home = await sealedHome();
    writeFileSync(homeFiles.key(home), 'short');
    await expect(rotateKey({ home, secret: undefined })).rejects.toThrow(/damaged/);
    expect(readdirSync(home).some((name) => name.endsWith('.next'))).toBe(false);
  });
});
