import { execFileSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { serialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import {
  budgetOf,
  conversationOf,
  type FlatAsk,
  findStrategy,
  type Message,
  promptOf,
  protect,
  rememberPositions,
  strategies,
  transcriptOf,
} from '@tenfold/core';
import { generateTranscript } from '@tenfold/core/testing';
import { turnsDuring } from '@tenfold/store/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { engineWith } from './engine.ts';
import { EngineThread } from './engine-thread.ts';
import { type Answerer, type OpenedPlan, openPlanHere } from './opened-plan.ts';
import type { PlanSource } from './plan-source.ts';

it.each([
  ['./thread-main.ts', 'session core'],
  ['../../../store/src/sqlite/writing-thread-main.ts', 'store better-sqlite3'],
])('loads %s into a thread with little else', (file, packages) => {
  const thread = new URL(file, import.meta.url);
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = new Set();
    registerHooks({ load: (url, context, next) => {
      loaded.add(/node_modules\\/([^/]+)|packages\\/(\\w+)\\//.exec(url)?.slice(1).find(Boolean));
      return next(url, context);
    } });
    await import('${thread}');
    console.log([...loaded].filter((name) => name !== undefined).join(' '));
  `;
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  // Kysely, pg and zod would be ten megabytes in every thread.
  expect(printed.trim()).toBe(packages);
});

function sourceOf(messages: readonly Message[], more: Partial<PlanSource> = {}): PlanSource {
  const transcript = transcriptOf(messages);
  return {
    conversation: conversationOf(transcript, { system: 'Be brief.' }),
    strategy: 'native',
    budget: budgetOf(20_000),
    counting: { model: 'gpt-4o' },
    used: 1,
    isSparse: false,
    limit: null,
    askRoom: 4_000,
    degrade: true,
    ...more,
  };
}

const answers: Record<string, Answerer | null> = {
  'the embedded summarizer': null,
  'a model': async ({ material }) => ({ ok: true, text: `They spoke of ${material.slice(0, 200)}`, by: 'model' }),
  'a model that fails': async () => ({ ok: false, error: 'it is out' }),
};

// One for all that do not ask how it comes and goes: each reads the whole engine first.
const thread = new EngineThread(() => {});

describe('a thread comes to what is come to here', () => {
  for (const strategy of strategies)
    for (const [who, answer] of Object.entries(answers))
      it(`${strategy.id}, answered by ${who}`, async () => {
        const { messages } = generateTranscript({ seed: strategy.id.length, tokens: 12_000 });
        const source = sourceOf(messages, { strategy: strategy.id, goal: 3_000 });
        const told: string[][] = [[], []];
        const here = openPlanHere(source, strategy, ({ passName }) => told[0]?.push(passName));
        const beside = thread.open(source, ({ passName }) => told[1]?.push(passName));
        const [expected, estimate] = [await here.estimate(), await beside.estimate()];
        expect(estimate).toEqual(expected);
        expect(await beside.condense(answer)).toEqual(await here.condense(answer));
        expect(told[1]).toEqual(told[0]);
        beside.close();
      });

  it('with entries left out, some protected, and nobody able to make it fit', async () => {
    const { messages } = generateTranscript({ seed: 5, tokens: 12_000 });
    const whole = sourceOf(messages).conversation;
    const entries = whole.transcript.map((entry, at) =>
      at > 2 && at < 9 ? { ...entry, message: { ...entry.message, parts: [] } } : entry,
    );
    rememberPositions(
      entries,
      new Map(entries.flatMap((entry, at) => (entry.message.parts.length === 0 ? [] : [[entry.id, at]]))),
    );
    const conversation = protect({ ...whole, transcript: entries }, entries[12]?.id ?? '');
    const source: PlanSource = { ...sourceOf(messages), conversation, isSparse: true, limit: 50, budget: budgetOf(60), goal: 10 };
    const here = await openPlanHere(source, strategies[0] as (typeof strategies)[number]).condense(null);
    expect(here.unmet).not.toBeNull();
    const beside = thread.open(source);
    const there = await beside.condense(null);
    beside.close();
    expect(there).toEqual(here);
    expect(there.unmet).toBeInstanceOf(Error);
  });
});

it('who gives a run up hears so at once, and the thread goes on with others', async () => {
  const { messages } = generateTranscript({ seed: 9, tokens: 12_000 });
  const waits = thread.open(sourceOf(messages, { goal: 3_000 }));
  const given = waits.condense(() => new Promise(() => {}));
  const other = thread.open(sourceOf(messages, { goal: 3_000 }));
  await other.estimate();
  waits.close();
  await expect(given).rejects.toThrow('given up');
  await expect(waits.estimate()).rejects.toThrow('given up');
  expect((await other.condense(null)).folds.length).toBeGreaterThan(0);
  other.close();
});

it('[H15] a prompt comes from the thread with what took long to find: all that is left here is to join it', async () => {
  const { messages } = generateTranscript({ seed: 4, tokens: 12_000 });
  const source = sourceOf(messages, { goal: 3_000 });
  const prompts = async (opened: OpenedPlan) => {
    const asked: FlatAsk[] = [];
    await opened.condense(async (ask) => {
      asked.push(ask);
      return { ok: true, text: 'They spoke of birds.' };
    });
    opened.close();
    return asked;
  };
  const [here, there] = [await prompts(openPlanHere(source, findStrategy('native'))), await prompts(thread.open(source))];
  expect(there.some(({ besideText }) => besideText !== undefined && besideText !== '')).toBe(true);
  expect(there.map((ask) => promptOf({ ...ask, beside: 0 }))).toEqual(here.map(promptOf));
});

it('what a model is asked and throws ends the run', async () => {
  const { messages } = generateTranscript({ seed: 9, tokens: 12_000 });
  const opened = thread.open(sourceOf(messages, { goal: 3_000 }));
  const stopped = opened.condense(() => Promise.reject(new Error('It was cancelled.')));
  await expect(stopped).rejects.toThrow('It was cancelled.');
  opened.close();
});

it('what a thread has made comes home in short messages, however much it is', async () => {
  const messages = Array.from({ length: 3_000 }, (_, n): Message => {
    const text = `Part ${n} of the long story of src/part-${n % 97}.ts, as somebody told it. `.repeat(30);
    return { role: n % 2 === 0 ? 'user' : 'assistant', parts: [{ type: 'text', text }] };
  });
  const heard: unknown[] = [];
  const emit = vi.spyOn(Worker.prototype, 'emit').mockImplementation(function (this: Worker, event, ...given) {
    if (event === 'message') heard.push(given[0]);
    return EventEmitter.prototype.emit.call(this, event, ...given);
  });
  const opened = thread.open(sourceOf(messages, { strategy: 'smart', goal: 5_000 }));
  try {
    expect((await opened.estimate()).outcome.folds.length).toBeGreaterThan(1_000);
    const lengths = heard.map((message) => serialize(message).length);
    const all = lengths.reduce((sum, length) => sum + length, 0);
    expect(Math.max(...lengths)).toBeLessThan(all / 4);
  } finally {
    opened.close();
    emit.mockRestore();
  }
});

it('[H7] a long conversation is folded beside: the loop goes on turning', async () => {
  const messages = Array.from(
    { length: process.env.TENFOLD_DEEP === '1' ? 6_000 : 3_000 },
    (_, n): Message => ({
      role: n % 2 === 0 ? 'user' : 'assistant',
      parts: [{ type: 'text', text: `Line ${n} is about src/part-${n % 97}.ts and took ${n} ms.` }],
    }),
  );
  const opened = engineWith(strategies).open(sourceOf(messages, { used: 100_000, goal: 5_000, askRoom: 1_000_000_000 }));
  const {
    result: { folds },
    turns,
  } = await turnsDuring(() => opened.condense(null));
  opened.close();
  expect(folds.length).toBeGreaterThan(0);
  // In one piece there would be none but those that hand the entries over.
  expect(turns).toBeGreaterThan(100);
});

it.runIf(process.env.TENFOLD_DEEP === '1')(
  'an idle thread waits for the next fold while others are served, and goes soon where it has had a long one',
  async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { messages } = generateTranscript({ seed: 9, tokens: 2_000 });
    const stay = async (used: number) => {
      const gone = vi.fn();
      let looks = 0;
      // The process is busy at three looks.
      const thread = new EngineThread(gone, () => () => ++looks > 3);
      for (const source of [sourceOf(messages), sourceOf(messages, { used })]) {
        const opened = thread.open(source);
        await opened.estimate();
        opened.close();
      }
      for (let seconds = 1; ; seconds++) {
        vi.advanceTimersByTime(1_000);
        if (gone.mock.calls.length > 0) return seconds;
      }
    };
    expect(await stay(10_000)).toBe(60);
    expect(await stay(1_000_000)).toBe(5);
  },
);

it('a strategy of one’s own is run where it is: its functions cannot leave', async () => {
  const native = strategies.find(({ id }) => id === 'native') as (typeof strategies)[number];
  let proposed = 0;
  const own = {
    ...native,
    id: 'own',
    passes: (config: object) =>
      native.passes(config).map((pass) => ({
        ...pass,
        propose: (problem: Parameters<typeof pass.propose>[0]) => (proposed++, pass.propose(problem)),
      })),
  };
  const { messages } = generateTranscript({ seed: 9, tokens: 12_000 });
  const opened = engineWith([...strategies, own]).open(sourceOf(messages, { strategy: 'own', used: 1_000_000, goal: 3_000 }));
  await opened.condense(null);
  expect(proposed).toBeGreaterThan(0);
});
