import { turnsDuring } from '@tenfold/store/testing';
import { expect, it } from 'vitest';
import { openTenfold } from '../open-tenfold.ts';
import { bench } from '../testing/bench.ts';

/** CPU between two turns on average, in ms; one text alone takes some 3. */
const MOST_MS = 25;

it('[H7] a few very long messages hold nobody up while they are stored, opened, listed and condensed', async () => {
  const { store, tenfold: first } = await bench();
  const { id } = await first.sessions.create({});
  // Runs whose longest token does not fit take long to count; how many tokens texts of this length have is not remembered.
  const text = `${'-'.repeat(2_000)}\n`.repeat(7);
  const messages = Array.from(
    { length: 170 },
    (_, n) => ({ role: n % 2 === 0 ? 'user' : 'assistant', text: `${n} ${text}` }) as const,
  );
  expect((await turnsDuring(() => first.sessions.append(id, { messages }))).each).toBeLessThan(MOST_MS);
  const tenfold = await openTenfold({ store });
  const fold = async () => {
    const job = await tenfold.folding.condense(id, { strategy: 'native', force: true });
    return tenfold.folding.finished(job.id);
  };
  for (const work of [() => tenfold.contexts.status(id), () => tenfold.sessions.entries(id), fold])
    expect((await turnsDuring<unknown>(work)).each).toBeLessThan(MOST_MS);
  await tenfold.close();
});
