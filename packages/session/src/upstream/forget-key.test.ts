import fc from 'fast-check';
import { expect, it } from 'vitest';
import { forgetKey } from './forget-key.ts';

const key = 'Zq9-secret-0123';

/** A response whose body comes in the given pieces. */
function sending(pieces: readonly Uint8Array[], status = 200): typeof fetch {
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  return async () => new Response(body, { status, headers: { 'content-length': '7', 'x-kept': 'yes' } });
}

it('takes the key out of an answer however it is cut into pieces, and changes nothing else', async () => {
  const words = fc.array(
    fc.oneof(fc.string({ unit: 'binary' }), fc.constant(key), fc.constant(key.slice(0, 6)), fc.constant('é🦭')),
  );
  await fc.assert(
    fc.asyncProperty(words, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), async (said, sizes) => {
      const whole = Buffer.from(said.join(''), 'utf8');
      const pieces: Uint8Array[] = [];
      for (let at = 0, n = 0; at < whole.length; n++) {
        const size = sizes[n % sizes.length] ?? 1;
        pieces.push(whole.subarray(at, at + size));
        at += size;
      }
      const response = await forgetKey(sending(pieces, 401), [key])('http://x');
      expect(Buffer.from(await response.arrayBuffer()).toString('utf8')).toBe(
        whole.toString('utf8').replaceAll(key, '[your key]'),
      );
      expect([response.status, response.headers.get('x-kept'), response.headers.get('content-length')]).toEqual([
        401,
        'yes',
        null,
      ]);
    }),
  );
});

it('takes it out of the words of a status and of headers, and in the spelling of an address or of escaped slashes', async () => {
  const secret = 'Zq9/secret+0123=';
  const words = JSON.stringify(`for ${secret}`).replaceAll('/', '\\/');
  const init = { status: 400, statusText: `No ${secret} here`, headers: { 'x-request': `of ${secret}`, 'x-kept': 'yes' } };
  const send: typeof fetch = async () => new Response(`${words} ?key=${encodeURIComponent(secret)}`, init);
  const response = await forgetKey(send, [secret])('http://x');
  expect([response.statusText, response.headers.get('x-request'), response.headers.get('x-kept'), await response.text()]).toEqual(
    ['No [your key] here', 'of [your key]', 'yes', '"for [your key]" ?key=[your key]'],
  );
});

it('holds nothing back that cannot be the key', async () => {
  const wait = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('data: word\n\n')),
  });
  const response = await forgetKey(async () => new Response(wait), [key])('http://x');
  const first = await (response.body as ReadableStream<Uint8Array>).getReader().read();
  expect(Buffer.from(first.value ?? []).toString()).toBe('data: word\n\n');
});

it('passes on what has no body, and asks without a key as before', async () => {
  const send: typeof fetch = async () => new Response(null, { status: 204 });
  expect((await forgetKey(send, [key])('http://x')).status).toBe(204);
  expect(forgetKey(send, [])).toBe(send);
  expect(forgetKey(send, ['none'])).toBe(send);
});
