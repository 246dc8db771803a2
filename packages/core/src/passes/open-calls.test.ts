import { expect, it } from 'vitest';
import { budgetOf } from '../budget.ts';
import { condenseLoop, type Outcome } from '../condense.ts';
import { conversationOf } from '../conversation.ts';
import { TRUNCATED } from '../cut.ts';
import { type Message, textMessage } from '../message.ts';
import { dryRun } from '../one-call.ts';
import { project } from '../project.ts';
import { render } from '../render.ts';
import { native } from '../strategies/native.ts';
import { unitCounter } from '../testing/stand-ins.ts';
import { transcriptOf } from '../transcript.ts';

const LIMIT = 30_000;

function edit(index: number): readonly Message[] {
  const input = { path: `src/${index}.ts`, content: `${index} `.repeat(800) };
  return [
    { role: 'assistant', parts: [{ type: 'tool-call', id: `c${index}`, name: 'write', input }] },
    { role: 'tool', parts: [{ type: 'tool-result', id: `c${index}`, output: 'done' }] },
  ];
}

function fold(messages: readonly Message[]): Outcome {
  return dryRun(
    condenseLoop({
      conversation: conversationOf(transcriptOf(messages)),
      strategy: native,
      passes: native.passes(native.config.defaults),
      budget: budgetOf(LIMIT),
      count: unitCounter(),
      goal: 8_000,
      limit: LIMIT,
      askRoom: 1_000,
    }),
  );
}

it('[S3] a turn of long calls fits: older ones lose the rest of their texts, the newest none, all of them keep their shape', () => {
  const messages = [textMessage('user', 'Write everything.'), ...Array.from({ length: 40 }, (_, index) => edit(index)).flat()];
  const { conversation, unmet } = fold(messages);
  expect(unmet).toBeNull();
  const shown = render(project(conversation));
  expect(shown).toHaveLength(messages.length);
  const calls = shown.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-call'));
  for (const [index, { input }] of calls.entries()) expect(input).toMatchObject({ path: `src/${index}.ts` });
  expect(calls[0]?.input).toMatchObject({ content: expect.stringContaining(TRUNCATED) });
  expect(calls.at(-1)?.input).toEqual({ path: 'src/39.ts', content: '39 '.repeat(800) });
});
