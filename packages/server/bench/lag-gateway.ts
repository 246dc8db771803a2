import { callerOf, type Tell } from './lag-requests.ts';
import { prose } from './prose.ts';

const MB = 1e6;

/** Bodies of several sizes through the gateway: many messages, one, images, and texts made to be slow to read. */
export async function askGateway(url: string, _bytes: number, tell: Tell): Promise<void> {
  const call = callerOf(url);
  const send = (name: string, messages: string) =>
    tell(`gateway: ${name}, ${(messages.length / MB).toFixed(0)} MB`, () =>
      call('POST', '/v1/chat/completions', `{"model":"gpt-4o","messages":${messages}}`),
    );
  const message = (content: unknown, n = 0) => ({ role: n % 2 === 0 ? 'user' : 'assistant', content });
  const image = (n: number, bytes: number) => {
    const data = Buffer.alloc((bytes * 3) / 4, `picture ${n}`).toString('base64');
    return { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } };
  };
  await send('warm', JSON.stringify([message('Hello.')]));
  for (const size of [4, 8, 20]) {
    const each = Array.from({ length: (size * MB) / 4_000 }, (_, n) => message(prose(n + size * 10_000, 3_950), n));
    await send('many messages', JSON.stringify(each));
    await send('the same again', JSON.stringify([...each, message('And?')]));
    await send('one message', JSON.stringify([message(prose(size, size * MB))]));
    const seen = Array.from({ length: size }, (_, n) => message([image(n + size * 100, MB)]));
    await send('pictures of 1 MB', JSON.stringify(seen));
  }
  await send('one picture', JSON.stringify([message([image(1, 20 * MB)])]));
  for (const size of [4, 20, 60]) {
    await send('quotes', JSON.stringify([message('"'.repeat((size * MB) / 2))]));
    await send('lists in a message', `[{"role":"user","content":[${'[],'.repeat((size * MB) / 3)}0]}]`);
    await send('numbers for messages', `[${'1,'.repeat((size * MB) / 2)}1]`);
  }
}
