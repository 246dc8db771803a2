import { NotFound, type Role } from '@tenfold/store';
import { BoundedMap } from './bounded-map.ts';
import { openProcess } from './open-process.ts';
import { OpenedPeople } from './opened-people.ts';
import { type Owned, type OwnedOptions, openOwned } from './owned.ts';
import { sleep } from './sleep.ts';
import { startTasks } from './task-work.ts';
import type { Principal, Tenfold, TenfoldOptions } from './tenfold.ts';
import { HAND_OVER_MS } from './turn/hand-over.ts';
import { ShutOut } from './upstream/address-refused.ts';
import { onlyToVendors } from './upstream/endpoint-address.ts';
import { guardedFetch } from './upstream/guarded-fetch.ts';

/** People whose role is remembered; whoever is forgotten is a user until they come again. */
const MAX_ROLES = 10_000;

/**
 * Opens Tenfold over a store: seeds the models, takes a lease, and puts the parts together.
 * @example
 * const tenfold = await openTenfold({ store: await openSqlite('tenfold.db') });
 */
export async function openTenfold(options: TenfoldOptions): Promise<Tenfold> {
  const process = await openProcess(options);
  const { store, privateAddresses = true } = options;
  const admin = options.fetch ?? guardedFetch({ privateAddresses });
  const user = options.fetch ?? guardedFetch({ privateAddresses: false });
  const toolReach = { admin, user };
  const reach = { admin, user: onlyToVendors(user) };
  const sharedKeys = { environment: options.environment ?? {}, send: reach.admin, operator: store.owner };
  const roles = new BoundedMap<string, Role>(MAX_ROLES);
  const opened = new OpenedPeople<Owned>(process.monotonic, process.log);
  const everybody = async (): Promise<readonly Owned[]> => {
    return [own, ...(await opened.all())];
  };
  const idle = async (ms: number): Promise<boolean> => {
    const late = new AbortController();
    const allIdle = everybody().then((all) => Promise.all(all.map((each) => each.idle())));
    const isIdle = await Promise.race([allIdle.then(() => true), sleep(ms, late.signal).then(() => false)]);
    late.abort();
    return isIdle;
  };
  let stopping: Promise<void> | undefined;
  const stopWork = () => (stopping ??= work?.stop() ?? Promise.resolve());
  const leaveTurns = async (ms: number): Promise<boolean> => {
    // Asked at once, since it takes a while; nothing is handed over where the store does not answer.
    const others = process.lease.othersLive().catch(() => false);
    if (await idle(ms)) return true;
    if (!(await others)) return false;
    // It would take its own turns over.
    await stopWork();
    for (const { handOver } of await everybody()) handOver();
    return idle(HAND_OVER_MS);
  };
  const open = (owned: OwnedOptions, toolFetch: typeof fetch = toolReach.admin) =>
    openOwned(owned, process, { for: forPerson, leaveTurns }, toolFetch, sharedKeys);
  const roleOf = async (owner: string): Promise<Role> => {
    const person = await store.people.get(owner).catch((error: unknown) => {
      if (error instanceof NotFound) return null;
      throw error;
    });
    if (person?.disabled) throw new ShutOut();
    // Who is none of those who share a server is who their app says.
    return person?.role ?? roles.get(owner) ?? 'user';
  };
  const openFor = async (owner: string) => {
    // What somebody may reach is asked with every call: a role can change while they wait, and they can be shut out.
    const fetch: typeof globalThis.fetch = async (input, init) => reach[await roleOf(owner)](input, init);
    const toolFetch: typeof globalThis.fetch = async (input, init) => toolReach[await roleOf(owner)](input, init);
    // Keys of the environment are the operator's, and so are commands and servers of tools.
    const others = { environment: {}, toolServers: [], mayRunCommands: false };
    return open({ ...options, ...others, store: store.for(owner), fetch }, toolFetch);
  };
  const ownedBy = async ({ owner, role }: Principal): Promise<Owned> => {
    if (owner === store.owner) return own;
    roles.set(owner, role);
    return opened.of(owner, () => openFor(owner));
  };
  const forPerson: Tenfold['for'] = async (person) => (await ownedBy(person)).tenfold;
  const own = await open({ ...options, fetch: admin });
  const tasksOf = async (owner: string) => {
    if (owner === store.owner) return own.tasks;
    return (await ownedBy({ owner, role: (await store.people.get(owner)).role })).tasks;
  };
  const work = options.worker === false ? null : await startTasks({ ...process, store, tasksOf });
  return {
    ...own.tenfold,
    async close() {
      const all = await everybody();
      for (const { settle } of all) await settle();
      await stopWork();
      for (const { tenfold } of all) await tenfold.close();
      await process.lease.release();
    },
  };
}
