import { once } from 'node:events';
import { connect } from 'node:net';
import { Hono } from 'hono';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '../process/listen.ts';
import { inPieces } from '../stream/in-pieces.ts';

/** More than what lies on the way between two sockets. */
const LONG = 64;

it('cuts a connection that takes nothing of its answer, lets go of the answer, and leaves who reads slowly', async () => {
  let ended = 0;
  const app = new Hono().get(
    '/',
    () =>
      new Response(
        inPieces(
          Array(LONG)
            .fill('a'.repeat(2 ** 20))
            [Symbol.iterator](),
          () => ended++,
        ),
      ),
  );
  const { port, close } = await listen(app, '127.0.0.1', 0, undefined, { stallLimits: { stallMs: 400, lookMs: 50 } });
  onTestFinished(close);
  const ask = async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    return socket;
  };
  const stalled = await ask();
  const slow = await ask();
  let taken = 0;
  slow.on('data', (piece) => {
    taken += piece.length;
    slow.pause();
    setTimeout(() => slow.resume(), 2);
  });
  await expect.poll(() => ended, { timeout: 10_000 }).toBe(1);
  expect(slow.destroyed).toBe(false);
  stalled.resume();
  await once(stalled, 'close');
  const before = taken;
  await expect.poll(() => taken).toBeGreaterThan(before);
});
