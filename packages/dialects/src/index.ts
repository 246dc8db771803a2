export { type Conversation, readConversations, writeConversation } from './conversations.ts';
export type { Decoded, Dialect, DialectId, EncodeOptions } from './dialect.ts';
export { type Container, detectFormat, type FileFormat } from './format.ts';
export { FormatError } from './format-error.ts';
export { jsonl } from './jsonl/dialect.ts';
export { openAiChat } from './openai-chat/dialect.ts';
export type { Refusal } from './refusal.ts';
export { detectDialect, dialectOf, dialects } from './registry.ts';
export { type RepairRules, repair } from './repair.ts';
