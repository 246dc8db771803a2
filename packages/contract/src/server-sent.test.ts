import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { api, serverSent } from './index.ts';

const sse = (data: unknown, id?: number) => `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

async function* cut(text: string, at: readonly number[]): AsyncGenerator<string> {
  let from = 0;
  for (const to of [...at.map((share) => Math.floor(share * text.length)).sort((a, b) => a - b), text.length]) {
    yield text.slice(from, to);
    from = to;
  }
}

it('gives the same events however the text is cut, and leaves out what it does not know', async () => {
  const delta = { type: 'text-delta', id: 't', delta: 'zwei\nZeilen' };
  const text = `retry: 10\n${sse(delta, 7)}: still here\n\n${sse({ type: 'from-the-future' })}data: {half\n\n${sse(delta)}data: [DONE]\n\n${sse(delta)}`;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }), async (at) => {
      const read = [];
      for await (const event of serverSent(api.turns.send, cut(text, at))) read.push(event);
      expect(read).toEqual([
        { id: '7', data: delta },
        { id: null, data: delta },
      ]);
    }),
  );
});
