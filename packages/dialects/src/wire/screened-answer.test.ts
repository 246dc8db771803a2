import { describe, expect, it } from 'vitest';
import { AnswerReader } from './answer.ts';
import { ScreenedAnswer } from './screened-answer.ts';

const event = (data: { readonly type: string }) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
const called = [
  { type: 'message_start', message: { role: 'assistant', usage: { input_tokens: 1 } } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Let me see.' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 't', name: 'recall', input: { q: 'secret' } } },
  { type: 'content_block_stop', index: 1 },
  { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 1 } },
  { type: 'message_stop' },
].map(event);
const answered = [
  { type: 'message_start', message: { role: 'assistant', usage: { input_tokens: 1 } } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'There.' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
  { type: 'message_stop' },
].map(event);
const RECALL = new Set(['recall']);

describe('a screened stream', () => {
  it.each(['\n', '\r\n', '\r'])(
    'hides what is hidden, with lines that end in %j, however it is cut, its last empty line or not',
    (lineEnd) => {
      const written = (events: readonly string[]) => events.join('').trimEnd().replaceAll('\n', lineEnd);
      for (const size of [1, 7, 10_000]) {
        const screened = new ScreenedAnswer('anthropic', true, RECALL);
        const push = (text: string) => {
          let shown = '';
          for (let at = 0; at < text.length; at += size) shown += screened.push(text.slice(at, at + size));
          return shown;
        };
        const first = push(written(called));
        expect(screened.endRound()).toMatchObject({ isLast: false, hidden: [{ name: 'recall' }] });
        const shown = first + screened.goOn() + push(written(answered)) + screened.finish();
        expect(shown).not.toMatch(/recall|secret|\r/);
        const reader = new AnswerReader('anthropic', true);
        reader.push(shown);
        expect(reader.end()).toMatchObject({
          complete: true,
          messages: [{ parts: [{ text: 'Let me see.' }, { text: 'There.' }] }],
        });
      }
    },
  );

  it('is read in time that grows with it, events without an end and the rarest line ends included', () => {
    const started = performance.now();
    for (const reader of [new AnswerReader('anthropic', true), new ScreenedAnswer('anthropic', true, RECALL)]) {
      reader.push('\r'.repeat(1_000_000));
      for (let lines = 0; lines < 20_000; lines++) reader.push('data: more\n');
    }
    expect(performance.now() - started).toBeLessThan(4_000);
  });
});
