import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres, whyNoPostgres } from '../../../../tests/postgres/test-postgres.ts';
import { openPostgres } from '../open-postgres.ts';

const missing = whyNoPostgres();

describe.skipIf(missing !== null)(`notices${missing === null ? '' : ` (not tested: ${missing})`}`, () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  it('reach the other process, of its own schema only, and again after the database was away', async () => {
    const [one, two, apart] = [
      await openPostgres(postgres.url),
      await openPostgres(postgres.url),
      await openPostgres(postgres.url, { schema: 'apart' }),
    ];
    const heard: (string | null)[] = [];
    const listening = await two.notices.listen((session) => heard.push(session));
    expect(listening.live()).toBe(true);
    apart.notices.send('elsewhere');
    for (const session of ['a', 'b', 'a']) one.notices.send(session);
    await expect.poll(() => new Set(heard)).toEqual(new Set([null, 'a', 'b']));
    await postgres.restart();
    await expect.poll(() => listening.live()).toBe(true);
    one.notices.send('c');
    await expect.poll(() => heard).toContain('c');
    await listening.stop();
    expect(listening.live()).toBe(false);
    for (const store of [one, two, apart]) await store.close();
  });

  it('are not counted on where LISTEN is taken and nothing is delivered, as by a transaction pooler', async () => {
    const { host, port } = new URL(postgres.url);
    const proxy = await deafProxy(Number(port));
    const url = postgres.url.replace(host, `127.0.0.1:${proxy.port}`);
    const store = await openPostgres(url, { schema: 'pooled' });
    const listening = await store.notices.listen(() => {});
    expect(listening.live()).toBe(false);
    const { id } = await store.sessions.create({ title: 'All else works', at: 0 });
    expect((await store.sessions.get(id)).title).toBe('All else works');
    await store.close();
    await proxy.close();
  });
});

/** Passes everything on but what LISTEN would deliver. */
async function deafProxy(port: number): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((client) => {
    const database = connect(port, '127.0.0.1');
    for (const socket of [client, database]) sockets.add(socket.on('error', () => {}));
    client.pipe(database);
    let rest = Buffer.alloc(0);
    database.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
        const length = rest.readUInt32BE(1) + 1;
        if (rest[0] !== 'A'.charCodeAt(0)) client.write(rest.subarray(0, length));
        rest = rest.subarray(length);
      }
    });
    database.on('end', () => client.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
