import { describe, expect, it } from 'vitest';
import type { Answer } from './ask.ts';
import { budgetFor } from './budget.ts';
import { CannotFit } from './cannot-fit.ts';
import { answerWith, condense, status } from './condense.ts';
import type { Condensing } from './condense-loop.ts';
import { SUMMARY_PREFIX } from './fence.ts';
import { messageText } from './message.ts';
import { assistant, call, result, user } from './testing/talk.ts';

const prose = 'The quick brown fox jumps over the lazy dog and goes home. ';
const talk = [
  user('first'),
  ...Array.from({ length: 20 }, (_, index) => assistant(`${index} ${prose.repeat(20)}`)),
  user('and now?'),
];

describe('condense', () => {
  it('comes under its budget with an app that answers, and goes on from there', async () => {
    const first = await condense(talk, { budget: 3_000, answer: () => 'They talked about a fox.' });
    expect(first.report.after).toBeLessThanOrEqual(3_000);
    expect(first.messages.some((message) => messageText(message).startsWith(SUMMARY_PREFIX))).toBe(true);
    expect(first.report.asks).toBeGreaterThan(0);
    const grown = [...talk, assistant('It went home.'), user('thanks')];
    const second = await condense(grown, { budget: 3_000, folds: first.folds });
    expect(second.report.folds).toBe(0);
    expect(second.messages.slice(0, first.messages.length)).toEqual(first.messages);
  });

  it('[B2] fits without anyone answering', async () => {
    const { report } = await condense(talk, { budget: 3_000 });
    expect(report.after).toBeLessThan(2_850);
    expect(report).toMatchObject({ usage: { input: 0, output: 0 }, means: 'embedded' });
  });

  it('leaves alone what is not due, even where a small context is full', async () => {
    expect((await condense(talk, { model: 'openai:gpt-4o' })).report.folds).toBe(0);
    const small = [user('a'), assistant(prose.repeat(30)), assistant(prose.repeat(30)), user('b')];
    const { used } = status({ messages: small }, 'openai:gpt-4o');
    expect((await condense(small, { budget: used + 5 })).report.folds).toBe(0);
    expect((await condense(small, { budget: used - 5 })).report.folds).toBeGreaterThan(0);
  });

  it('folds before it is due where it is told to, and pays nothing for a dry run', async () => {
    const forced = await condense(talk, { model: 'openai:gpt-4o', target: 1_500, answer: () => 'short' });
    expect(forced.report.after).toBeLessThanOrEqual(1_500);
    const dry = await condense(talk, {
      budget: 3_000,
      dryRun: true,
      answer: () => {
        throw new Error('asked');
      },
    });
    expect(dry.report.folds).toBeGreaterThan(0);
    expect(dry.folds.every((fold) => fold.estimated === true || fold.kind !== 'summary')).toBe(true);
  });

  it('[V3] leaves protected positions, and throws what is held when nothing fits', async () => {
    const kept = await condense(talk, { budget: 3_000, protected: [5], answer: () => 'short' });
    expect(kept.messages).toContain(talk[5]);
    await expect(condense(talk, { budget: 200, protected: [5, 6] })).rejects.toThrow(CannotFit);
  });

  it('takes a strategy by name or value with its config, and names a wrong one', async () => {
    const work = [user('go'), ...[1, 2, 3].flatMap((n) => [call(`${n}`), result(`${n}`, prose.repeat(100))]), user('end')];
    const { report } = await condense(work, {
      budget: 4_000,
      target: 1_500,
      strategy: 'truncation',
      config: { preserveRecentCount: 'x' },
    });
    expect(report.strategy.id).toBe('truncation');
    expect(report.warnings[0]).toMatch(/preserveRecentCount/);
    await expect(condense(work, { strategy: 'nothing' })).rejects.toThrow(/There is no strategy/);
  });

  it.each([null, undefined, 7, {}, { text: null }])('stands in for a summarizer that answers %j', async (answer) => {
    const { folds, report } = await condense(talk, { budget: 3_000, answer: () => answer as never });
    expect(folds.length).toBeGreaterThan(0);
    expect(JSON.stringify(report)).toContain('The answer holds no text.');
  });

  it('names a summarizer that throws', async () => {
    const { report } = await condense(talk, {
      budget: 3_000,
      answer: () => {
        throw new Error('socket hang up');
      },
    });
    expect(JSON.stringify(report)).toContain('socket hang up');
  });
});

describe('status', () => {
  it('counts the draft, system text and tools with the rest', () => {
    const bare = status({ messages: talk }, 'openai:gpt-4o').used;
    const more = status({ messages: talk, draft: 'hello', system: 'You help.', tools: [{ name: 't' }] }, 'openai:gpt-4o').used;
    expect(more).toBeGreaterThan(bare);
    expect(status({ messages: talk }, budgetFor('openai:gpt-4o')).room).toBe(105_216);
  });
});

it('answerWith returns what a finished run came to', async () => {
  const outcome = { report: {} } as never;
  // biome-ignore lint/correctness/useYield: a run may end without asking anything.
  const finished = (function* () {
    return outcome;
  })();
  expect(await answerWith(finished as never, undefined)).toBe(outcome);
});

it('has at most six asks answered at once, whatever a pass asks, and every answer stands where its ask does', async () => {
  const asks = Array.from({ length: 20 }, (_, n) => ({
    key: `${n}`,
    instructions: '',
    material: '',
    maxTokens: 1,
    expected: 1,
    tokens: 1,
  }));
  let told: readonly Answer[] = [];
  const run = (function* () {
    told = yield asks;
    return {};
  })() as unknown as Condensing;
  let [running, most] = [0, 0];
  await answerWith(run, async ({ key }) => {
    most = Math.max(most, ++running);
    await new Promise((done) => void setTimeout(done));
    running--;
    if (key === '7') throw new Error('Busy.');
    return key;
  });
  expect(most).toBe(6);
  expect(told.map((answer) => (answer?.ok ? answer.text : answer?.error))).toEqual(
    asks.map(({ key }) => (key === '7' ? 'Busy.' : key)),
  );
});
