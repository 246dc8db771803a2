import type { DialectId } from '../dialect.ts';

/** Formats that a client can be answered in over HTTP. */
export type WireId = Exclude<DialectId, 'ai-sdk' | 'jsonl'>;

/** The field of a request that holds its messages. */
export const MESSAGE_FIELD: Readonly<Record<WireId, string>> = {
  anthropic: 'messages',
  'openai-chat': 'messages',
  'openai-responses': 'input',
  gemini: 'contents',
};

/** Who a model of this wire is counted and priced as, unless its name says otherwise. */
export const WIRE_PROVIDERS: Readonly<Record<WireId, string>> = {
  anthropic: 'anthropic',
  'openai-chat': 'openai',
  'openai-responses': 'openai',
  gemini: 'google',
};
