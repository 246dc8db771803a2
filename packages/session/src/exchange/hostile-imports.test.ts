import { hostileFile, randomOf } from '@tenfold/core/testing';
import { expect, it } from 'vitest';
import { SessionError } from '../session-error.ts';
import { bench } from '../testing/bench.ts';

const IMPORTS = Number(process.env.TENFOLD_IMPORTS ?? (process.env.TENFOLD_DEEP === '1' ? 10_000 : 80));
const SEED = Number(process.env.TENFOLD_SEED ?? 1);

it(`${IMPORTS} hostile files are read or refused, and what they brought can be looked at`, {
  timeout: 60_000 + IMPORTS * 200,
}, async () => {
  const { tenfold, store } = await bench();
  const random = randomOf(SEED);
  const [unhandled, faults]: [unknown[], string[]] = [[], []];
  const hear = (reason: unknown) => void unhandled.push(reason);
  process.on('unhandledRejection', hear);
  let [made, refused] = [0, 0];
  for (let n = 0; n < IMPORTS; n++) {
    const text = hostileFile(random);
    try {
      const { sessions } = await tenfold.exchange.importFile({ name: `file-${n}.json`, text });
      made += sessions.length;
      // One of them is looked at as a person would; all of them go again.
      const [first] = sessions;
      if (first !== undefined) {
        await tenfold.contexts.status(first.id);
        await tenfold.sessions.entries(first.id, { limit: 5 });
        await tenfold.exchange.exportFile(first.id, random.pick(['jsonl', 'openai', 'anthropic', 'markdown', 'html']));
      }
      for (const { id } of sessions) await store.sessions.remove(id);
    } catch (error) {
      if (error instanceof SessionError) refused++;
      else faults.push(`${n}: ${String((error as Error).stack).slice(0, 400)} on ${JSON.stringify(text.slice(0, 300))}`);
    }
  }
  process.off('unhandledRejection', hear);
  expect(faults.slice(0, 5)).toEqual([]);
  expect(unhandled).toEqual([]);
  expect([made > 0, refused > 0, ({} as Record<string, unknown>).x]).toEqual([true, true, undefined]);
});
