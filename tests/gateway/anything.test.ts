import { injectionPayloads } from '@tenfold/core/testing';
import { expect, it, onTestFinished } from 'vitest';
import { appActs, clientActs, isAsk, World } from './anything.ts';

const ACTS = Number(process.env.TENFOLD_ACTS ?? 40);
const FIRST = Number(process.env.TENFOLD_SEED ?? 1);
const SEEDS = Array.from({ length: Number(process.env.TENFOLD_SEEDS ?? 2) }, (_, n) => FIRST + n);

it.each(SEEDS)('nothing that a client or the app does ends a conversation (seed %i)', { timeout: 120_000 }, async (seed) => {
  const world = await World.open(seed);
  const { gateway, clients, random } = world;
  const act = { ...clientActs(world), ...appActs(world) };
  onTestFinished(() => gateway.close());
  const done: string[] = [];
  for (let n = 0; n < ACTS; n++) {
    const name = random.pick(['go', 'more', 'more', ...Object.keys(act)]);
    const which = random.between(0, 4) === 0 ? 1 : 0;
    done.push(`${name} ${which}`);
    const client = clients[which];
    if (client === undefined) throw new Error('nobody');
    await act[name]?.(client).catch((error: Error) => {
      throw new Error(`${done.join(', ')}: ${error.message}`, { cause: error });
    });
  }
  await gateway.tenfold.chains.idle();
  const { seen } = gateway.upstream;
  // Thinking whose record was removed is found out by the vendor's refusal, once, and left out.
  const refused = seen
    .flatMap((asked) => asked.refused)
    .filter((said) => !(world.hasForgotten && said.includes('different conversation')));
  expect([done.join(), refused]).toEqual([done.join(), []]);
  // What somebody hostile had a summary say stands inside of a record, and nowhere else.
  const orders = injectionPayloads.slice(0, 10);
  for (const { body } of seen.filter((asked) => !isAsk(asked)))
    for (const { role, content } of body.messages as readonly { role: string; content: unknown }[]) {
      if (role !== 'user') continue;
      const words = JSON.stringify(content);
      const outside = words.replace(/\[Compressed Message Summary\]\\nA record of[^<]*<record>.*?<\/record \w+>/gsu, '');
      for (const order of orders) expect(outside).not.toContain(order);
    }
});
