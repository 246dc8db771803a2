import { generateTranscript, hostileFile, randomOf } from '@tenfold/core/testing';
import { expect, it } from 'vitest';
import { SessionError } from '../session-error.ts';
import { bench } from '../testing/bench.ts';

const IMPORTS = Number(process.env.TENFOLD_IMPORTS ?? (process.env.TENFOLD_DEEP === '1' ? 2_000 : 60));
const SEED = Number(process.env.TENFOLD_SEED ?? 1);

it(`[H12] what came of ${IMPORTS} files of any kind is exported to another home and from there again, byte for byte`, {
  timeout: 60_000 + IMPORTS * 400,
}, async () => {
  const [here, there] = [await bench(), await bench()];
  const random = randomOf(SEED);
  let compared = 0;
  for (let n = 0; n < IMPORTS; n++) {
    const { sessions } = await here.tenfold.exchange
      .importFile({ name: `file-${n}.json`, text: hostileFile(random) })
      .catch((error: unknown) => {
        if (error instanceof SessionError) return { sessions: [] };
        throw error;
      });
    for (const { id, entries } of sessions.slice(0, 3)) {
      if (entries === 0) continue;
      await expectTheSame(here.tenfold, there.tenfold, id);
      compared++;
    }
    for (const { id } of sessions) await here.store.sessions.remove(id);
  }
  expect(compared).toBeGreaterThan(IMPORTS / 4);
});

it('[H12] so are conversations with every kind of part', { timeout: 60_000 }, async () => {
  const [here, there] = [await bench(), await bench()];
  for (let seed = 1; seed <= 10; seed++) {
    const { messages } = generateTranscript({ seed, messages: 60, hazards: 'all' });
    const { id } = await here.tenfold.sessions.create({ title: `Talk ${seed}` });
    await here.store.entries.append({ session: id, entries: messages.map((message) => ({ message })), at: Date.now() + seed });
    await expectTheSame(here.tenfold, there.tenfold, id);
  }
});

type Exchanging = Pick<Awaited<ReturnType<typeof bench>>['tenfold'], 'exchange'>;

async function expectTheSame(here: Exchanging, there: Exchanging, id: string): Promise<void> {
  const file = await here.exchange.exportFile(id, 'jsonl');
  const { sessions, skipped } = await there.exchange.importFile(file);
  expect([sessions.length, skipped]).toEqual([1, []]);
  const again = await there.exchange.exportFile(sessions[0]?.id ?? '', 'jsonl');
  expect(again.text.replace(sessions[0]?.id ?? '', id)).toBe(file.text);
}
