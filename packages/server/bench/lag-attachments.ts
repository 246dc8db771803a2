import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callerOf, type Tell } from './lag-requests.ts';
import { prose } from './prose.ts';

const MB = 1e6;

/** Messages of the app with files of up to 32 MB, and what is asked of their sessions then. */
export async function askWithFiles(url: string, _bytes: number, tell: Tell): Promise<void> {
  const model = createServer((request, response) => {
    request.resume().on('end', () => {
      const chunk = (delta: object, finish_reason: string | null) =>
        `data: ${JSON.stringify({ id: 'one', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`${chunk({ role: 'assistant', content: 'Seen.' }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`);
    });
  }).listen(0, '127.0.0.1');
  await once(model, 'listening');
  const call = callerOf(url);
  const baseUrl = `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`;
  const given = { name: 'Files', provider: 'openai-compatible', model: 'gpt-4o', baseUrl, contextWindow: 128_000 };
  const profileId = (JSON.parse((await call('POST', '/api/profiles', given)).text) as { id: string }).id;
  const file = (name: string, mediaType: string, content: Buffer) => ({
    name,
    mediaType,
    bytes: content.length,
    dataUrl: `data:${mediaType};base64,${content.toString('base64')}`,
  });
  // Of 1,000 by 1,000 pixels, by their head.
  const head = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAA+gAAAPo', 'base64');
  const picture = (n: number, bytes: number) =>
    file(`${n}.png`, 'image/png', Buffer.concat([head, Buffer.alloc((bytes * 3) / 4 - head.length, `picture ${n}`)]));
  const sent: readonly (readonly [string, readonly object[]])[] = [
    ['one picture of 4 MB', [picture(1, 4 * MB)]],
    ['one picture of 20 MB', [picture(2, 20 * MB)]],
    ['20 pictures of 1 MB', Array.from({ length: 20 }, (_, n) => picture(10 + n, MB))],
    ['one picture of 32 MB', [picture(3, 32 * MB)]],
    ['a text file of 20 MB', [file('long.txt', 'text/plain', Buffer.from(prose(7, 15 * MB)))]],
  ];
  for (const [name, attachments] of sent) {
    const { id } = JSON.parse((await call('POST', '/api/sessions', { profileId })).text) as { id: string };
    const path = `/api/sessions/${id}`;
    await tell(`message with ${name}`, () => call('POST', `${path}/messages`, { text: 'What is this?', attachments }));
    await tell('the next message', () => call('POST', `${path}/messages`, { text: 'And?' }));
    await tell('its entries', () => call('GET', `${path}/entries`));
    await tell('its context', () => call('GET', `${path}/context`));
  }
  model.close();
}
