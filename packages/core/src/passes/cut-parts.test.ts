import { describe, expect, it } from 'vitest';
import { budgetOf } from '../budget.ts';
import { dryRun } from '../condense.ts';
import { condenseLoop, type Outcome } from '../condense-loop.ts';
import { type Conversation, conversationOf } from '../conversation.ts';
import { type Message, resultText, textMessage } from '../message.ts';
import { project, render, tokensOf } from '../project.ts';
import { native } from '../strategies/native.ts';
import { unitCounter } from '../testing/stand-ins.ts';
import { append, transcriptOf } from '../transcript.ts';

const count = unitCounter();
const LIMIT = 30_000;
const GOAL = 8_000;

function step(index: number, text: string): readonly Message[] {
  return [
    { role: 'assistant', parts: [{ type: 'tool-call', id: `c${index}`, name: 'read', input: { path: `src/${index}.ts` } }] },
    { role: 'tool', parts: [{ type: 'tool-result', id: `c${index}`, output: text }] },
  ];
}

function fold(conversation: Conversation): Outcome {
  const passes = native.passes(native.config.defaults);
  return dryRun(
    condenseLoop({
      conversation,
      strategy: native,
      passes,
      budget: budgetOf(LIMIT),
      count,
      goal: GOAL,
      limit: LIMIT,
      askRoom: 1_000,
    }),
  );
}

const file = (index: number) =>
  Array.from({ length: 100 }, (_, line) => `line ${line} of file ${index} says something`).join('\n');

describe('an endless turn', () => {
  it('[S3] is folded down to the goal, so that the cache breaks now and then, not with every request', () => {
    let conversation = conversationOf(transcriptOf([textMessage('user', 'Read everything.')]));
    let cuts = 0;
    for (let index = 0; index < 60; index++) {
      for (const message of step(index, file(index)))
        conversation = { ...conversation, transcript: append(conversation.transcript, message) };
      if (tokensOf(project(conversation), count) <= LIMIT) continue;
      const outcome = fold(conversation);
      expect(outcome.unmet).toBeNull();
      conversation = outcome.conversation;
      cuts++;
      const newest = render(project(conversation)).at(-1)?.parts[0];
      expect(newest?.type === 'tool-result' && resultText(newest)).toBe(file(index));
    }
    expect(cuts).toBeGreaterThan(1);
    expect(cuts).toBeLessThan(15);
  });

  it('[B1] is cut even when the newest result alone is too much, with room left for the next request and its recall id', () => {
    const huge = file(1).repeat(100);
    const messages = [textMessage('user', 'Read it.'), ...step(0, file(0)), ...step(1, huge)];
    const { report, unmet, conversation, folds } = fold(conversationOf(transcriptOf(messages)));
    const newest = render(project(conversation)).at(-1)?.parts[0];
    const cut = folds.find(({ target }) => target.kind === 'part' && target.entry === conversation.transcript.at(-1)?.id);
    expect(newest?.type === 'tool-result' && resultText(newest)).toContain(`Recall id: ${cut?.id}`);
    expect(unmet).toBeNull();
    expect(report.after).toBeLessThan(LIMIT * 0.7);
    expect(report.after).toBeGreaterThan(1_000);
  });
});
