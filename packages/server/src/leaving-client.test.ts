import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { realServer } from './testing/real-server.ts';

it('ends an answer of events where only its head was asked for', async () => {
  const { url, client, close } = await realServer();
  const { id } = await client.post('/api/sessions', {});
  const { status } = await fetch(`${url}/api/sessions/${id}/events`, { method: 'HEAD' });
  expect(status).toBe(200);
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('tenfold_open_streams 0');
  await close();
});

it('takes a client that leaves while it sends for no failure of its own', async () => {
  const { url, lines, close } = await realServer();
  const { host, port } = new URL(url);
  const head = `POST /api/sessions HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n`;
  for (const rest of ['content-length: 999\r\n\r\n{"title"', 'transfer-encoding: chunked\r\n\r\n5\r\n{"tit\r\n']) {
    lines.length = 0;
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    socket.write(head + rest, () => socket.resetAndDestroy());
    await expect.poll(() => lines.join('\n')).toContain('"status":499');
    expect(lines.join('\n')).not.toContain('request-failed');
  }
  await close();
});
