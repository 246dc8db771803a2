import { describe, expect, it } from 'vitest';
import { budgetOf } from './budget.ts';
import { condenseLoop, type Outcome } from './condense-loop.ts';
import { conversationOf } from './conversation.ts';
import { counterFor } from './count/model-counter.ts';
import { embeddedAnswer } from './embedded/answer.ts';
import { type Message, textMessage } from './message.ts';
import { presets } from './presets/presets.ts';
import { project, tokensOf } from './project.ts';
import { native } from './strategies/native.ts';
import { preparePasses, strategies } from './strategies/registry.ts';
import { smart } from './strategies/smart.ts';
import { truncation } from './strategies/truncation.ts';
import type { AnyStrategy } from './strategy.ts';
import { drive } from './testing/laws/trial.ts';
import { randomOf } from './testing/random.ts';
import { transcriptOf } from './transcript.ts';

const count = counterFor('gpt-4o');

/** A request and steps in which the model says some thousand tokens each, so that hiding one more is a large part of a target. */
function longSteps(seed: number): readonly Message[] {
  const random = randomOf(seed);
  const lines = (step: number) =>
    Array.from({ length: random.between(30, 100) }, (_, line) => `${step}.${line} ${random.word(7)} waits for ${random.word(5)}`);
  const steps = Array.from({ length: 12 }, (_, step): readonly Message[] => [
    {
      role: 'assistant',
      parts: [
        { type: 'text', text: lines(step).join('\n') },
        { type: 'tool-call', id: `c${step}`, name: 'run', input: { command: `./check ${step}` } },
      ],
    },
    { role: 'tool', parts: [{ type: 'tool-result', id: `c${step}`, name: 'run', output: `${step} passed` }] },
  ]);
  return [textMessage('user', 'Find out who waits for whom.'), ...steps.flat()];
}

function folded(messages: readonly Message[], share: number, strategy: AnyStrategy, config: object): Outcome & { goal: number } {
  const conversation = conversationOf(transcriptOf(messages));
  const goal = Math.floor(tokensOf(project(conversation), count) * share);
  const { passes } = preparePasses(strategy, config);
  const plan = { conversation, strategy, passes, budget: budgetOf(40_000), count, goal, limit: goal, spend: true };
  const answer = drive(
    condenseLoop({ ...plan, askRoom: 32_000 }),
    (ask) => ({ ok: true, text: embeddedAnswer(ask, count), by: 'e' }),
    [],
  );
  return { ...answer, goal };
}

describe('a target', () => {
  it('[B5] is met by a short record where what is held leaves room for no usual one', () => {
    const messages = longSteps(4);
    const held = tokensOf(project(conversationOf(transcriptOf([messages[0] as Message, ...messages.slice(-2)]))), count);
    const all = tokensOf(project(conversationOf(transcriptOf(messages))), count);
    for (const room of [260, 320, 400]) {
      const { report, goal } = folded(messages, (held + room) / all, native, {});
      expect(report.after, `${room} beside ${held}`).toBeLessThanOrEqual(goal);
    }
  });

  it.each([
    ...strategies.filter(({ id }) => id !== 'lossless').map((strategy) => [strategy.id, strategy, {}] as const),
    ...presets.map(({ id, config }) => [id, smart, config] as const),
  ])('[B5] is met and not undercut by more than a tenth, however long single steps are: %s', (_name, strategy, config) => {
    for (const [seed, share] of [
      [1, 0.12],
      [2, 0.2],
      [3, 0.35],
      [4, 0.6],
    ] as const) {
      const { report, goal } = folded(longSteps(seed), share, strategy, config);
      expect(report.after).toBeLessThanOrEqual(goal);
      expect(report.after).toBeGreaterThanOrEqual(goal * 0.9);
    }
  });

  it('[B5] is met and not undercut where single texts are taken out whole', () => {
    for (const seed of [1, 2, 3]) {
      const config = { truncationMode: 'suppress', preserveRecentCount: 0 };
      const { report, goal } = folded(longSteps(seed), 0.6, truncation, config);
      expect(report.after).toBeLessThanOrEqual(goal);
      expect(report.after).toBeGreaterThan(goal * 0.95);
    }
  });

  it('[B4] is no reason to give up the record for the newest step alone', () => {
    for (const share of [0.1, 0.12, 0.14, 0.16, 0.18]) {
      const { conversation, report, goal } = folded(longSteps(1), share, native, {});
      const records = project(conversation).rows.filter((row) => row.kind === 'stand-in' && row.fold.kind === 'summary');
      expect(records.length).toBe(1);
      expect(report.after).toBeLessThanOrEqual(goal);
    }
  });

  it('[B4] that is out of reach leaves a record somebody can go on from', () => {
    for (const share of [0.004, 0.01, 0.02]) {
      const { conversation, report, goal } = folded(longSteps(2), share, native, {});
      const records = project(conversation).rows.filter((row) => row.kind === 'stand-in' && row.fold.kind === 'summary');
      expect(records.map((row) => (row.kind === 'stand-in' ? row.fold.text : '')).join('\n')).toContain(
        '## Tool Invocations\n- ',
      );
      expect(report.unmet).toBe(report.after > goal ? goal : undefined);
    }
  });

  it('[B5] keeps by Quality what Native keeps: a summary of everything finds in less what was folded without loss', () => {
    const quality = presets.find(({ id }) => id === 'quality')?.config ?? {};
    const twice = [...longSteps(3), ...longSteps(3).slice(1)].map((message, at) => own(message, at));
    const [one, other] = [folded(twice, 0.3, native, {}), folded(twice, 0.3, smart, quality)];
    const shown = ({ conversation }: Outcome) => JSON.stringify(project(conversation).rows.map(({ message }) => message));
    const words = (text: string) => new Set(text.match(/[a-z]{7}/gu));
    expect(words(shown(other)).size).toBeGreaterThanOrEqual(words(shown(one)).size * 0.98);
  });
});

function own({ role, parts }: Message, at: number): Message {
  const ids = parts.map((part) =>
    part.type === 'tool-call' || part.type === 'tool-result' ? { ...part, id: `${part.id}.${at < 25 ? 1 : 2}` } : part,
  );
  return { role, parts: ids };
}
