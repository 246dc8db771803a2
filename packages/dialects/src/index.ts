export { decodeModelMessage } from './ai-sdk/decode.ts';
export { aiSdk } from './ai-sdk/dialect.ts';
export { encodeModelMessages } from './ai-sdk/encode.ts';
export { bindsThinking, refusesThinking } from './anthropic/binds-thinking.ts';
export { anthropic } from './anthropic/dialect.ts';
export { attachment, fileSource, urlSource } from './attachment.ts';
export type { Conversation } from './conversation.ts';
export {
  type ConversationReader,
  conversationReader,
  readConversations,
  type Written,
  writeConversations,
} from './conversations.ts';
export type { Decoded, Dialect, DialectId, EncodeOptions } from './dialect.ts';
export { actualType } from './file-kind.ts';
export { type FileLimits, pictureSize } from './file-limits.ts';
export { type Container, detectFormat, type FileFormat, type ReadOptions } from './format.ts';
export { FormatError } from './format-error.ts';
export { gemini } from './gemini/dialect.ts';
export type { ImportId } from './importers/importer.ts';
export { inertAttachment } from './inert.ts';
export { wellFormed } from './json.ts';
export { JsonFault, JsonFeed, type JsonLimits } from './json-feed.ts';
export { jsonl } from './jsonl/dialect.ts';
export { openAiChat } from './openai-chat/dialect.ts';
export { openAiResponses } from './openai-responses/dialect.ts';
export type { Refusal } from './refusal.ts';
export { detectDialect, dialectOf, dialects } from './registry.ts';
export { type RepairRules, repair } from './repair.ts';
export { isPlainTalk, isSaid, type Mending, type MendingKind, type SendRules, sendable } from './sendable.ts';
export { withSentPictures } from './sent-pictures.ts';
export type { SkippedLines } from './skipped-lines.ts';
export type { Sliced } from './slices.ts';
export { fileText, mayBeText } from './text-file.ts';
export { type Answered, AnswerReader } from './wire/answer.ts';
export type { Billed } from './wire/answer-builder.ts';
export { chained, frameKey, type Hidden, type Identified, identify } from './wire/identify.ts';
export { offerTools } from './wire/offer-tools.ts';
export { overflowIn } from './wire/overflow.ts';
export { MESSAGE_FIELD, WIRE_PROVIDERS, type WireId } from './wire/request-shape.ts';
export { ScreenedAnswer, type ScreenedRound } from './wire/screened-answer.ts';
export { splice, spliceInSlices } from './wire/splice.ts';
export { reasonToStepAside } from './wire/step-aside.ts';
export { StreamOpening } from './wire/stream-opening.ts';
export {
  type KnownPieces,
  type MessageList,
  type Original,
  readLongRequest,
  readRequest,
  type WireRequest,
} from './wire/wire-request.ts';
export { type IdRules, wireName } from './wire-id.ts';
