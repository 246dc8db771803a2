import { describe, expect, it } from 'vitest';
import { unwrapped } from './unwrapped.ts';

describe('unwrapped', () => {
  it('reads what was printed, and how it ended, out of the JSON around it', () => {
    const text = JSON.stringify({ output: 'one\ntwo', metadata: { exit_code: 101, duration_seconds: 1.2 } });
    expect(unwrapped(text)).toEqual({ text: 'one\ntwo', outcome: 'failed' });
    expect(unwrapped(JSON.stringify({ content: [{ type: 'text', text: 'a\nb' }] }))).toEqual({ text: 'a\nb' });
  });

  it('leaves every other text as it is', () => {
    for (const text of [
      '',
      'plain\ntext',
      '{"a": "x\\ny"',
      '{"rows": [1, 2]}',
      '{"name": "a\\nb"}',
      '[[[[[[{"text":"a\\nb"}]]]]]]',
    ])
      expect(unwrapped(text)).toEqual({ text });
  });
});
