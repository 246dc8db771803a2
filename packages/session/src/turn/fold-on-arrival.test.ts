import type { JsonObject } from '@tenfold/core';
import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../testing/bench.ts';
import { type Talk, talkWith } from '../testing/talk-with.ts';

const FILE = Array.from(
  { length: 120 },
  (_, n) => `export const shelf${n} = { boxes: ${(n * 37) % 101}, row: '${n % 7}' };`,
).join('\n');
const TOOL = {
  name: 'read_file',
  description: 'Reads a file.',
  parameters: { type: 'object', properties: { path: { type: 'string' } } },
  run: async () => FILE,
};
const REPEATED = '⟨ File content already provided above ⟩';

/** A model that reads the same file with every step and every turn, then answers. */
async function reader(provider: string, model: string): Promise<Talk> {
  let step = 0;
  return talkWith(
    provider,
    model,
    {
      answer: () =>
        ++step % 3 === 0
          ? { text: 'Read.' }
          : { calls: [{ id: `call_${step}`, name: 'read_file', input: { path: 'src/shelves.ts' } }] },
    },
    { options: { tools: [TOOL] } },
  );
}

/** The messages of each request as they went over the wire. */
function sent({ upstream }: Talk): readonly (readonly JsonObject[])[] {
  return upstream.seen.map(({ body }) => (body.input ?? body.messages ?? body.contents) as readonly JsonObject[]);
}

/** Where a provider marks what it is to cache moves on with every request, and is no content. */
const bytes = (messages: readonly JsonObject[]) =>
  JSON.stringify(messages).replaceAll(',"cache_control":{"type":"ephemeral"}', '');

describe('new results', () => {
  it.each([
    ['openai', 'gpt-4o'],
    ['anthropic', 'claude-sonnet-4-5'],
  ])('are folded without loss before %s sees them, and nothing that was sent changes', async (provider, model) => {
    const opened = await reader(provider, model);
    const { tenfold, session, say, upstream } = opened;
    await tenfold.sessions.update(session, { settings: { foldOnArrival: true, recallTools: 'off' } });
    for (const text of ['What is in it?', 'Is it still?', 'And now?'])
      expect(outcomeOf(await say(session, text))).toBe('answered');
    const requests = sent(opened);
    expect(requests.length).toBe(9);
    for (const [at, messages] of requests.entries()) {
      const before = requests[at - 1] ?? [];
      expect(bytes(messages.slice(0, before.length))).toBe(bytes(before));
      expect(JSON.stringify(messages).split('shelf119').length - 1).toBeLessThanOrEqual(1);
    }
    expect(bytes(requests.at(-1) ?? [])).toContain(REPEATED);
    expect(upstream.seen.flatMap(({ refused }) => refused)).toEqual([]);
    const runs = await tenfold.folding.runs(session);
    expect(runs.length).toBeGreaterThan(0);
    for (const { id } of runs) await tenfold.folding.undo(session, id);
    expect(JSON.stringify((await tenfold.contexts.wire(session)).body).split('shelf119').length - 1).toBe(6);
  });

  it('are sent as they are unless somebody wishes otherwise', async () => {
    const opened = await reader('openai', 'gpt-4o');
    const { tenfold, session, say } = opened;
    await say(session, 'What is in it?');
    expect(bytes(sent(opened).at(-1) ?? [])).not.toContain(REPEATED);
    const { values } = await tenfold.settings.effective(session);
    expect(values.find(({ key }) => key === 'foldOnArrival')).toMatchObject({ value: false, from: 'default' });
  });
});
