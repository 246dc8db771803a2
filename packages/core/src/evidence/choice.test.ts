import { describe, expect, it } from 'vitest';
import { conversationOf } from '../conversation.ts';
import { counterFor } from '../count/model-counter.ts';
import { type Message, textMessage } from '../message.ts';
import { project } from '../project.ts';
import { generateTranscript } from '../testing/index.ts';
import { transcriptOf } from '../transcript.ts';
import { mend } from './mend.ts';

const count = counterFor('gpt-4o');
const rowsOf = (messages: readonly Message[]) => project(conversationOf(transcriptOf(messages))).rows;

const calls = (id: string, command: string, output: string, isError = false): readonly Message[] => [
  { role: 'assistant', parts: [{ type: 'tool-call', id, name: 'bash', input: { command } }] },
  { role: 'tool', parts: [{ type: 'tool-result', id, name: 'bash', output, ...(isError ? { isError } : {}) }] },
];

describe('what is chosen', () => {
  it('[E2] fills the room it has, whatever the summary says', () => {
    const rows = rowsOf(generateTranscript({ seed: 11, tokens: 40_000 }).messages);
    for (const limit of [600, 2_000, 6_000]) {
      const { text } = mend('Some work was done.', rows, limit, count);
      expect(count.text(text)).toBeGreaterThan(limit * 0.9);
      expect(count.text(text)).toBeLessThanOrEqual(limit);
    }
  });

  it('gives decisions, errors and commands their share beside long printed text', () => {
    const decisions = Array.from({ length: 8 }, (_, n) => `We decided to keep queue ${n} instead of a lock on shard ${n}.`);
    const printed = Array.from({ length: 60 }, (_, n) => `row zebra${n}quartz holds lantern-${n * 7}-basalt and pewter${n}`).join(
      '\n',
    );
    const rows = rowsOf([
      textMessage('user', 'Find out why it hangs.'),
      ...decisions.flatMap((decision, n) => [
        textMessage('assistant', decision),
        ...calls(`a${n}`, `npm run probe-${n} -- --shard ${n}`, printed.replaceAll('zebra', `zebra${n}`)),
        ...calls(`b${n}`, `npm run stress-${n}`, `TypeError: shard ${n} has no lease`, true),
      ]),
    ]);
    const { text } = mend('Some work was done.', rows, 1_600, count);
    for (const [n, decision] of decisions.entries()) {
      expect(text).toContain(decision);
      expect(text).toContain(`npm run probe-${n} -- --shard ${n}`);
      expect(text).toContain(`TypeError: shard ${n} has no lease`);
    }
  });

  it('tells prose behind fenced code as prose', () => {
    const decision = 'We decided to drop the cache because the key lacks the width.';
    const rows = rowsOf([
      textMessage('user', 'Why is it stale?'),
      textMessage('assistant', `Here it is:\n\n\`\`\`ts\nif (this.width === width) return this.lines;\n\`\`\`\n\n${decision}`),
    ]);
    expect(mend('Talk.', rows, 400, count).text).toContain(`### Decisions\n- ${decision}`);
  });

  it('carries what a person wishes for where only its form tells of something', () => {
    const wish = 'When there is only one file in the list, it should be selected by default.';
    const rows = rowsOf([
      textMessage('user', `Build the browser. ${wish}`),
      ...generateTranscript({ seed: 3, tokens: 9_000 }).messages,
    ]);
    expect(mend('Talk.', rows, 900, count).text).toContain(wish);
  });
});
