import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { hostsOf } from '../guard/headers.ts';
import { listen, namesOf } from './listen.ts';

const app = new Hono().get('/', (context) => context.text('here'));

it('takes the next free port when the wished one is taken', async () => {
  const first = await listen(app, '127.0.0.1', 0);
  const second = await listen(app, '127.0.0.1', first.port);
  expect(second.port).toBeGreaterThan(first.port);
  await first.close();
  await second.close();
});

it('answers on both loopback addresses where there are two', async () => {
  const { port, close } = await listen(app, 'localhost', 0);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
  const six = await fetch(`http://[::1]:${port}/`).then(
    (response) => response.text(),
    () => 'no such address',
  );
  expect(['here', 'no such address']).toContain(six);
  await close();
});

it('keeps a connection for longer than proxies do, and answers on it again', async () => {
  const { port, close } = await listen(app, '127.0.0.1', 0);
  const first = await fetch(`http://127.0.0.1:${port}/`);
  expect([await first.text(), first.headers.get('keep-alive')]).toEqual(['here', 'timeout=75']);
  await close();
});

it('is not reached from outside', async () => {
  const { port, close } = await listen(app, '127.0.0.1', 0);
  const others = namesOf('0.0.0.0').filter((name) => !/^(127\.|::1$|localhost$|fe80)/.test(name) && /^\d/.test(name));
  for (const address of others)
    await expect(fetch(`http://${address}:${port}/`, { signal: AbortSignal.timeout(2_000) })).rejects.toThrow();
  await close();
});

it('says why it cannot listen', async () => {
  await expect(listen(app, '203.0.113.1', 0)).rejects.toThrowError(/not possible to listen on 203\.0\.113\.1/);
});

it('gives up after many taken ports', async () => {
  const blocked = createServer();
  await new Promise<void>((ready) => void blocked.listen(65_535, '127.0.0.1', ready).on('error', () => ready()));
  await expect(listen(app, '127.0.0.1', 65_535)).rejects.toThrowError(/No port from 65535/);
  blocked.close();
});

it('knows the names it is called by', () => {
  expect(hostsOf(['127.0.0.1', '::1', 'Box'], 80)).toEqual(new Set(['127.0.0.1:80', '[::1]:80', 'box:80']));
  expect(namesOf('192.168.1.7')).toEqual(['192.168.1.7']);
  expect(namesOf('::')).toEqual(expect.arrayContaining(['127.0.0.1', 'localhost']));
  expect(namesOf('127.0.0.2')).toContain('127.0.0.2');
});

it('lets requests under way end before it closes', async () => {
  const [come, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = new Hono().get('/', async (context) => {
    come.resolve();
    await answered.promise;
    return context.text('done');
  });
  const { port, close } = await listen(slow, '127.0.0.1', 0);
  const ask = () => fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
  const asked = ask();
  await come.promise;
  const closed = close();
  answered.resolve();
  expect(await asked).toBe('done');
  // The client keeps the connection for its next request: that is not waited for until it would be cut.
  expect(await Promise.race([closed, setTimeout(2_000, 'still waiting')])).toBeUndefined();
  // Nobody answers any more, unless somebody else has been given the port meanwhile.
  expect(await ask().catch(() => 'closed')).not.toBe('done');
});

it.each([
  ['asks for a WebSocket', 'GET /v1/responses HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'],
  ['asks for a tunnel', 'CONNECT other:443 HTTP/1.1\r\nhost: other:443\r\n\r\n'],
  ['speaks no HTTP', '\u0016\u0003\u0001\r\n\r\n'],
])('goes on when somebody who %s is gone before the answer', async (_, words) => {
  const { port, close } = await listen(app, '127.0.0.1', 0);
  const thrown: unknown[] = [];
  const note = (error: unknown) => void thrown.push(error);
  process.on('uncaughtException', note);
  for (let time = 0; time < 20; time++) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    socket.write(words, () => socket.resetAndDestroy());
    await once(socket, 'close');
  }
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
  await close();
  process.off('uncaughtException', note);
  expect(thrown).toEqual([]);
});
