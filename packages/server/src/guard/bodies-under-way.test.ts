import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Hono } from 'hono';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '../process/listen.ts';

const KB = Buffer.alloc(1_024, 'a');

it('gives up bodies that bring the least where all of them are too much, and those alone', async () => {
  const app = new Hono().post('/', async (context) => context.text(`<${(await context.req.arrayBuffer()).byteLength}>`));
  // Who has left is not answered.
  app.onError((_, context) => context.text('left'));
  const lines: [string, object][] = [];
  const log = { warn: (event: string, facts: object = {}) => void lines.push([event, facts]) };
  // Each byte that arrives is held as a letter of two.
  const bodyLimits = { mostBytes: 2 * 1_000 * 1_024, lookMs: 20 };
  const { port, close } = await listen(app, '127.0.0.1', 0, undefined, { log, bodyLimits });
  onTestFinished(close);
  const begin = async (head: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n`);
    return socket;
  };
  const few = await begin('content-length: 9');
  const stopped = await begin(`content-length: ${900 * 1_024}`);
  for (let n = 0; n < 700; n++) stopped.write(KB);
  const left = once(stopped, 'close');
  const chunked = await begin('transfer-encoding: chunked');
  let sent = 0;
  const dripping = setInterval(() => {
    chunked.write(`400\r\n${KB}\r\n`);
    sent++;
  }, 1);
  onTestFinished(() => clearInterval(dripping));
  await left;
  expect(sent).toBeGreaterThan(250);
  expect(sent).toBeLessThan(1_000);
  expect(lines).toEqual([['body-given-up', expect.objectContaining({ method: 'POST', lately: 0 })]]);
  clearInterval(dripping);
  const [answer] = await Promise.all([once(chunked, 'data'), chunked.write('0\r\n\r\n')]);
  expect(String(answer)).toContain(`<${sent * 1_024}>`);
  few.write('123456789');
  expect(String(await once(few, 'data'))).toContain('<9>');
});
