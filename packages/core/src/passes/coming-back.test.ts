import { expect, it } from 'vitest';
import { budgetOf } from '../budget.ts';
import { dryRun } from '../condense.ts';
import { condenseLoop } from '../condense-loop.ts';
import { conversationOf } from '../conversation.ts';
import { type Message, textMessage } from '../message.ts';
import { project, tokensOf } from '../project.ts';
import { lossless } from '../strategies/lossless.ts';
import { unitCounter } from '../testing/stand-ins.ts';
import { transcriptOf } from '../transcript.ts';
import { comingBack } from './coming-back.ts';

const count = unitCounter();
const text = Array.from({ length: 60 }, (_, line) => `line ${line} of the file says something of its own`).join('\n');

function read(index: number): readonly Message[] {
  return [
    { role: 'assistant', parts: [{ type: 'tool-call', id: `c${index}`, name: 'read_file', input: { path: 'src/a.ts' } }] },
    { role: 'tool', parts: [{ type: 'tool-result', id: `c${index}`, name: 'read_file', output: text }] },
  ];
}

it('tells what shows again when the entry it refers to is hidden', () => {
  const messages = [textMessage('user', 'Read it.'), ...read(0), textMessage('user', 'Again.'), ...read(1)];
  const plain = conversationOf(transcriptOf(messages));
  const before = tokensOf(project(plain), count);
  const { conversation, report } = dryRun(
    condenseLoop({
      conversation: plain,
      strategy: lossless,
      passes: lossless.passes(lossless.config.defaults),
      budget: budgetOf(before),
      count,
      goal: 1,
      limit: null,
      askRoom: 1_000,
    }),
  );
  const back = comingBack(project(conversation), conversation).get(conversation.transcript[2]?.id ?? '');
  expect(back).toHaveLength(1);
  expect(back?.[0]).toMatchObject({ index: 5, tokens: before - report.after });
});
