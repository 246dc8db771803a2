import { expect, it } from 'vitest';
import * as surface from './index.ts';

it('exports these names and no others', () => {
  expect(Object.keys(surface).sort()).toEqual([
    'FormatError',
    'aiSdk',
    'anthropic',
    'detectDialect',
    'detectFormat',
    'dialectOf',
    'dialects',
    'gemini',
    'jsonl',
    'openAiChat',
    'openAiResponses',
    'readConversations',
    'repair',
    'writeConversation',
  ]);
});

it('names the dialects there are when asked for another', () => {
  expect(() => surface.dialectOf('smoke signals' as surface.DialectId)).toThrow(/no dialect smoke signals; there are gemini, /);
});
