import { describe, expect, it } from 'vitest';
import { condense } from '../condense.ts';
import { messageText, textMessage } from '../message.ts';
import { generateTranscript, randomOf } from '../testing/index.ts';
import { orderWordings } from '../testing/order-wordings.ts';
import { sayFact } from '../testing/say-fact.ts';

const random = randomOf(4);
const orders = orderWordings.map((wording) => sayFact(wording, random).text);
const { messages } = generateTranscript({ seed: 8, tokens: 20_000, kind: 'coding' });
const talk = [
  ...orders.flatMap((order) => [textMessage('user', order), textMessage('assistant', 'Understood.')]),
  ...messages,
  textMessage('user', 'Go on.'),
];

describe('standing orders of a person', () => {
  it.each([
    ['without a model', {}],
    ['beside a summary that tells nothing', { answer: () => 'They talked about this and that.' }],
    [
      'beside a summary as long as it may be',
      { answer: () => `## Key Points\n${'- It went on for quite a while.\n'.repeat(300)}` },
    ],
  ])('[E2] are carried word for word in any wording, %s', async (_, options) => {
    const { messages: left } = await condense(talk, { target: 6_000, ...options });
    const shown = left.map(messageText).join('\n');
    expect(orders.filter((order) => !shown.includes(order))).toEqual([]);
  });

  it('[E2] are carried on from record to record', async () => {
    const first = await condense(talk, { target: 6_000 });
    const later = generateTranscript({ seed: 9, tokens: 10_000, kind: 'coding' }).messages;
    const again = await condense([...talk, ...later, textMessage('user', 'And now?')], { folds: first.folds, target: 6_000 });
    const shown = again.messages.map(messageText).join('\n');
    expect(orders.filter((order) => !shown.includes(order))).toEqual([]);
  });

  it('[E2] stand although a tool has shown the same words before', async () => {
    const order = 'Never push to the main branch.';
    const read = [
      { role: 'assistant', parts: [{ type: 'tool-call', id: '1', name: 'read', input: { path: 'AGENTS.md' } }] },
      { role: 'tool', parts: [{ type: 'tool-result', id: '1', name: 'read', output: `# Rules\n${order}` }] },
    ] as const;
    const said = [textMessage('user', 'Read it.'), ...read, textMessage('user', order), textMessage('assistant', 'Yes.')];
    const { messages: left } = await condense([...said, ...messages, textMessage('user', 'Go on.')], { target: 2_000 });
    expect(left.map(messageText).join('\n')).toContain(`- User: ${order}`);
  });
});
