import { once } from 'node:events';
import { connect } from 'node:net';
import { Hono } from 'hono';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '../process/listen.ts';
import { MAX_WAITING } from './one-at-a-time.ts';

const request = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

/** A server whose answers end when they are told to, and who asked for what. */
async function waitingServer() {
  const asked: string[] = [];
  const ends: (() => void)[] = [];
  const app = new Hono().get('/:name', async (context) => {
    asked.push(context.req.param('name'));
    if (context.req.param('name') !== 'now') await new Promise<void>((end) => ends.push(end));
    return context.text(`<${context.req.param('name')}>`);
  });
  const { port, close } = await listen(app, '127.0.0.1', 0);
  onTestFinished(close);
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  let heard = '';
  socket.on('data', (text) => {
    heard += text;
  });
  const health = async () => (await fetch(`http://127.0.0.1:${port}/now`)).text();
  return { asked, ends, socket, heard: () => heard.match(/<\w+>/g) ?? [], health };
}

it('answers what comes in one go in order, and begins none before the one before it has ended', async () => {
  const { asked, ends, socket, heard, health } = await waitingServer();
  socket.write(['a', 'b', 'c'].map((name) => request(`/${name}`)).join(''));
  for (const [n, name] of ['a', 'b', 'c'].entries()) {
    await expect.poll(() => ends.length).toBe(n + 1);
    expect(await health()).toBe('<now>');
    expect(asked.filter((other) => other !== 'now')).toEqual(['a', 'b', 'c'].slice(0, n + 1));
    ends[n]?.();
    await expect.poll(heard).toContain(`<${name}>`);
  }
  expect(heard()).toEqual(['<a>', '<b>', '<c>']);
});

it('closes a connection on which more wait than anybody reads, and makes none of their answers', async () => {
  const { asked, socket, health } = await waitingServer();
  const closed = once(socket, 'close');
  socket.on('error', () => {});
  socket.write(request('/a').repeat(MAX_WAITING + 2));
  await closed;
  expect(await health()).toBe('<now>');
  expect(asked).toEqual(['a', 'now']);
});
