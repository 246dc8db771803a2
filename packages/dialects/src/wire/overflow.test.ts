import { describe, expect, it } from 'vitest';
import { overflowIn } from './overflow.ts';

describe('overflowIn', () => {
  it.each([
    ["This model's maximum context length is 128000 tokens. However, your messages resulted in 130112 tokens.", 130_112],
    [
      "This model's maximum context length is 4097 tokens, however you requested 5360 tokens (1360 in your prompt; 4000 for the completion).",
      5_360,
    ],
    ['Your input exceeds the context window of this model. Please adjust your input and try again.', undefined],
    ['{"error":{"code":"context_length_exceeded"}}', undefined],
    ['prompt is too long: 210023 tokens > 200000 maximum', 210_023],
    [
      'input length and `max_tokens` exceed context limit: 190001 + 20000 > 200000, decrease input length or `max_tokens`',
      190_001,
    ],
    ['The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).', 1_100_000],
    ['The input token count 1,100,000 exceeds the maximum number of tokens allowed 1,048,576.', 1_100_000],
    ['Input is too long for requested model.', undefined],
    [
      "This endpoint's maximum context length is 32768 tokens. However, you requested about 40000 tokens (36000 of text input).",
      40_000,
    ],
    ['the request exceeds the available context size. try increasing the context size or enable context shift', undefined],
    ['Request too large for model `llama` in organization', undefined],
    ['Please reduce the length of the messages or completion.', undefined],
  ])('recognises %s', (text, tokens) => {
    expect(overflowIn(text)).toEqual(tokens === undefined ? {} : { tokens });
  });

  it('[H7] reads digits without end in no time', () => {
    const digits = '1'.repeat(100_000);
    expect(overflowIn(`prompt is too long ${digits}`)).toEqual({});
    expect(overflowIn(digits)).toBeNull();
  });

  it.each(['Rate limit reached for gpt-4o', 'Invalid API key', 'Unsupported parameter: max_tokens', 'Overloaded', ''])(
    'leaves %s alone',
    (text) => {
      expect(overflowIn(text)).toBeNull();
    },
  );
});
