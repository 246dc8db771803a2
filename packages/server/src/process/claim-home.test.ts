import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite, type Store, StoreBusy } from '@tenfold/store';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimHome, livingServers } from './claim-home.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-claim-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let store: Store;
let files = 0;
beforeEach(async () => {
  store = await openSqlite(join(folder, `${files++}.db`));
});
afterEach(() => store.close());

const me = { instance: 'me', pid: process.pid, file: 'this' };
const quick = { beatMs: 20, stillMs: 150, timeoutMs: 60_000 };
/** For a holder that lives: on a busy machine it may be silent for a while. */
const patient = { ...quick, stillMs: 30_000 };
/** Somebody else's lease, of a process that runs. */
const held = (facts: object = { pid: process.ppid }) => {
  store.leases.appear('other');
  return store.leases.acquire({ name: 'server', holder: 'other', facts: { ...facts }, at: 0 });
};

/** An address where the server of that name answers. */
async function healthy(instance: string) {
  const server = createServer((_request, response) => void response.end(JSON.stringify({ instance })));
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

describe('a home', () => {
  it('belongs to the first who claims it, until it lets go', async () => {
    const first = await claimHome(store, me, quick);
    expect(first.first).toBe(true);
    if (first.first) await first.release();
    expect((await claimHome(store, { ...me, instance: 'again' }, quick)).first).toBe(true);
  });

  it('stays claimed after the store was away for a while', async () => {
    const claim = await claimHome(store, me, quick);
    const { beat } = store.leases;
    let tries = 0;
    Object.assign(store.leases, { beat: () => Promise.reject(new StoreBusy({}, tries++)) });
    await expect.poll(() => tries).toBeGreaterThan(1);
    const before = (await store.leases.get('server'))?.beat ?? 0;
    Object.assign(store.leases, { beat });
    await expect.poll(async () => (await store.leases.get('server'))?.beat).toBeGreaterThan(before);
    if (claim.first) await claim.release();
  });

  it('is not served by one that crashed, in a file or beside others of a database', async () => {
    const url = 'http://127.0.0.1:1';
    const { name, token } = await store.leases.acquire({ name: 'server', holder: 'crashed', facts: { url }, at: 0 });
    expect(await livingServers(store, quick)).toEqual([]);
    await store.leases.release(name, token);
    const shared = { ...store, shared: true };
    for (const instance of ['one', 'two']) await claimHome(shared, { ...me, instance }, quick);
    for (const holder of ['one', 'two', 'three']) store.leases.appear(holder);
    await store.leases.acquire({ name: 'server:three', holder: 'three', at: 0 });
    const living = await livingServers(shared, { ...quick, stillMs: 500 });
    expect(living.map((lease) => lease.name)).toEqual(['server:one', 'server:two']);
  });

  it('belongs to one of many who claim it at once; the others are told where it is', async () => {
    const { url, close } = await healthy('a');
    const claims = ['a', 'b', 'c'].map((instance) =>
      claimHome(store, { ...me, pid: process.ppid, instance }, patient).then(async (claim) => {
        if (claim.first) await claim.announce(url);
        return claim;
      }),
    );
    const settled = await Promise.all(claims);
    expect(settled.filter((claim) => claim.first)).toHaveLength(1);
    expect(settled.filter((claim) => !claim.first)).toEqual([
      { first: false, url },
      { first: false, url },
    ]);
    close();
  });

  it('that is a copy does not belong to the server of the one it was copied from', async () => {
    const { url, close } = await healthy('other');
    await held({ pid: process.ppid, url, file: 'that' });
    expect((await claimHome(store, me, quick)).first).toBe(true);
    close();
  });

  it('whose server is only starting is waited for', async () => {
    const { url, close } = await healthy('other');
    const lease = await held();
    const claim = claimHome(store, me, patient);
    await store.leases.beat('server', lease.token, { pid: process.ppid, url });
    expect(await claim).toEqual({ first: false, url });
    close();
  });

  it('is taken at once from a holder that died, whatever its number is now', async () => {
    const other = await openSqlite(join(folder, `${files - 1}.db`));
    other.leases.appear('dead');
    await other.leases.acquire({ name: 'server', holder: 'dead', facts: { pid: process.pid }, at: 0 });
    await other.close();
    expect((await claimHome(store, me, { ...quick, stillMs: 60_000 })).first).toBe(true);
  });

  it('is not taken from a holder whose number nobody has here, as in a container of its own', async () => {
    const { url, close } = await healthy('other');
    const lease = await held({ pid: 2 ** 22 - 1 });
    const claim = claimHome(store, me, patient);
    await store.leases.beat('server', lease.token, { url });
    expect(await claim).toEqual({ first: false, url });
    close();
  });

  it('is taken from a holder that stands still', async () => {
    await held();
    expect((await claimHome(store, me, quick)).first).toBe(true);
  });

  it('is left to one that lives and does not answer, with what to do about it', async () => {
    const lease = await held({ pid: process.ppid, url: 'http://127.0.0.1:9' });
    const { get, beat } = store.leases;
    const beating = async (name: string) => {
      await beat('server', lease.token);
      return get(name);
    };
    Object.assign(store.leases, { get: beating });
    await expect(claimHome(store, me, { ...quick, timeoutMs: 600 })).rejects.toThrowError(/does not answer.*--home/);
  });

  it('is not empty beside a worker, which has no claim of its own; one that died is nobody', async () => {
    const lease = await store.leases.acquire({
      name: 'process:w',
      holder: 'w',
      facts: { pid: process.ppid },
      at: 0,
    });
    store.leases.appear('w');
    const beating = setInterval(() => void store.leases.beat(lease.name, lease.token), 20);
    const found = await claimHome(store, me, patient, { empty: true });
    expect(found).toEqual({ first: false, url: `a worker or a gateway, process ${process.ppid}` });
    const served = await claimHome(store, me, quick);
    expect(served.first).toBe(true);
    if (served.first) await served.release();
    clearInterval(beating);
    expect((await claimHome(store, me, quick, { empty: true })).first).toBe(true);
  });

  it('is not confused by another server at the old address', async () => {
    const { url, close } = await healthy('somebody else');
    await held({ pid: process.ppid, url });
    expect((await claimHome(store, me, quick)).first).toBe(true);
    close();
  });

  it('is said to be alive as long as it is held', async () => {
    const claim = await claimHome(store, me, quick);
    const before = await store.leases.get('server');
    while ((await store.leases.get('server'))?.beat === before?.beat) await new Promise((next) => setTimeout(next, 5));
    if (claim.first) await claim.release();
    expect((await store.leases.get('server'))?.released).toBe(true);
  });
});
