import { randomUUID } from 'node:crypto';
import type { Frame, Json, JsonObject, Message } from '@tenfold/core';
import { aiSdk, type DialectId } from '@tenfold/dialects';
import { jsonSchema, type ModelMessage, type ToolSet, tool } from 'ai';
import type { Provider } from './upstream.ts';

/** Providers whose API takes a system message in the middle of a conversation. */
const SYSTEM_IN_PLACE: readonly Provider[] = ['openai', 'azure'];

/** What a call of the SDK says. */
export interface Prompt {
  readonly instructions?: string;
  readonly messages: ModelMessage[];
  readonly tools: ToolSet;
  /** Summaries stand as system messages among the others. */
  readonly allowSystemInMessages: boolean;
}

/** Messages as the SDK takes them for a provider. Only the engine's own summaries can become system messages. */
export function promptFor(
  messages: readonly Message[],
  frame: Frame,
  { provider, summaryRole, cache }: { provider: Provider | null; summaryRole: 'system' | 'user'; cache: boolean },
): Prompt {
  const inPlace = summaryRole === 'system' && provider !== null && SYSTEM_IN_PLACE.includes(provider);
  // A name nobody can guess: no stored message can pass for a summary.
  const mark = `summary-${randomUUID()}`;
  const marked = inPlace
    ? messages.map((message) => (message.role === 'summary' ? markedSummary(message, mark) : message))
    : messages;
  const wire = aiSdk.encode({ frame: {}, messages: marked }) as { messages: readonly (JsonObject & { content: Json })[] };
  const list = wire.messages.map(({ [mark]: isSummary, ...message }) =>
    isSummary === true ? { role: 'system', content: textOf(message.content ?? '') } : message,
  );
  return {
    ...(frame.system === undefined || frame.system === '' ? {} : { instructions: frame.system }),
    messages: (cache && provider === 'anthropic' ? withCacheMark(list) : list) as unknown as ModelMessage[],
    tools: toolSet(frame),
    allowSystemInMessages: inPlace,
  };
}

function markedSummary(message: Message, mark: string): Message {
  return { ...message, extra: { [aiSdk.id]: { fields: { [mark]: true } } } };
}

function textOf(content: Json): string {
  if (typeof content === 'string') return content;
  return (content as readonly JsonObject[]).map(({ text }) => String(text ?? '')).join('\n');
}

/** Anthropic caches up to a mark: the last message carries it, so that the next turn reads all before. */
function withCacheMark(list: readonly JsonObject[]): readonly JsonObject[] {
  const last = list.at(-1);
  if (last === undefined) return list;
  const providerOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } };
  return [...list.slice(0, -1), { ...last, providerOptions }];
}

/** Tools without a way to run them: the turn runs them itself, one step at a time. */
function toolSet({ tools = [] }: Frame): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      name,
      tool({
        ...(description === undefined ? {} : { description }),
        inputSchema: jsonSchema((parameters ?? { type: 'object', properties: {} }) as Parameters<typeof jsonSchema>[0]),
      }),
    ]),
  );
}

/** The wire format a provider's requests are in. */
export function dialectFor(provider: Provider | null): DialectId {
  switch (provider) {
    case 'openai':
      return 'openai-responses';
    case 'anthropic':
    case 'bedrock':
      return 'anthropic';
    case 'google':
    case 'vertex':
      return 'gemini';
    case null:
      return 'ai-sdk';
    default:
      return 'openai-chat';
  }
}
