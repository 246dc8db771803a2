import {
  type Frame,
  holdsFiles,
  type Json,
  type JsonObject,
  type Message,
  SUMMARY_PREFIX,
  type ToolDefinition,
} from '@tenfold/core';
import { type DialectId, encodeModelMessages, isPlainTalk, isSaid, type Mending, sendable } from '@tenfold/dialects';
import { jsonSchema, type ModelMessage, type ToolSet, tool } from 'ai';
import type { Provider } from './endpoint.ts';
import { type FilesApart, setApart } from './files-apart.ts';
import { sendRules } from './send-rules.ts';
import { toolSchema } from './tool-schema.ts';

/** What a call of the SDK says. */
export interface Prompt {
  readonly instructions?: string;
  readonly messages: ModelMessage[];
  readonly tools: ToolSet;
  /** Summaries stand as system messages among the others. */
  readonly allowSystemInMessages: boolean;
}

/** A prompt, long files that are put into it as it goes out, and what had to be changed in the conversation for its API to take it. */
export interface Prompted {
  readonly prompt: Prompt;
  readonly files: FilesApart;
  readonly mendings: readonly Mending[];
}

export interface PromptRules {
  readonly provider: Provider | null;
  readonly model?: string;
  readonly summaryRole: 'system' | 'user';
  readonly cache: boolean;
  /** Its library signs what it writes, so that nothing can be put in later. */
  readonly signed?: boolean;
}

/** Messages as the SDK takes them for a provider, whatever is stored. Only the engine's own summaries can become system messages. */
export function promptFor(given: readonly Message[], frame: Frame, rules: PromptRules): Prompted {
  const { list, files, mendings, usesTools, allowSystemInMessages } = isPlainTalk(given)
    ? { ...PLAIN, list: encodeModelMessages(given) }
    : mended(given, rules);
  const system = frame.system === undefined || isSaid({ type: 'text', text: frame.system }) ? frame.system : undefined;
  const prompt = {
    ...(system === undefined ? {} : { instructions: system.toWellFormed() }),
    // Believed: the dialect of the AI SDK writes its messages, and its tests have the SDK check them.
    messages: (rules.cache && rules.provider === 'anthropic' ? withCacheMarks(list) : list) as unknown as ModelMessage[],
    tools: toolSet(frame, usesTools),
    allowSystemInMessages,
  };
  return { prompt, files, mendings };
}

/** Messages as they are sent, and what goes with them. */
interface Sent extends Pick<Prompted, 'files' | 'mendings'>, Pick<Prompt, 'allowSystemInMessages'> {
  readonly list: readonly JsonObject[];
  /** Whether results of tools are among them. */
  readonly usesTools: boolean;
}

/** What goes with nothing but words. */
const PLAIN: Omit<Sent, 'list'> = { files: new Map(), mendings: [], usesTools: false, allowSystemInMessages: false };

/** All that is not just words in turn, mended so that the provider takes it. */
function mended(given: readonly Message[], { provider, model, summaryRole, signed = false }: PromptRules): Sent {
  const rules = sendRules(provider, summaryRole, model);
  const { messages: whole, mendings } = sendable(given, rules);
  const { messages, files } = !signed && whole.some(holdsFiles) ? setApart(whole) : { messages: whole, files: PLAIN.files };
  const encoded = encodeModelMessages(messages);
  const list = !rules.summaryInPlace
    ? encoded
    : encoded.map((message, at) =>
        messages[at]?.role === 'summary' ? { role: 'system', content: textOf(message.content ?? '') } : message,
      );
  return {
    list: provider === 'google' || provider === 'vertex' ? signedCalls(list) : list,
    files,
    mendings,
    usesTools: messages.some(({ role }) => role === 'tool'),
    allowSystemInMessages: rules.summaryInPlace,
  };
}

function textOf(content: Json): string {
  if (typeof content === 'string') return content;
  return (content as readonly JsonObject[]).map(({ text }) => String(text ?? '')).join('\n');
}

const MARK = { anthropic: { cacheControl: { type: 'ephemeral' } } };

/**
 * Anthropic caches up to a mark: the last message carries one, so that the next turn reads all before, and the newest record
 * another, since a mark is looked for only so many blocks back and a tool loop soon has more.
 */
function withCacheMarks(list: readonly JsonObject[]): readonly JsonObject[] {
  const newest = list.findLastIndex(({ content }) => recordIn(content) >= 0);
  return list.map((message, at) => {
    if (at === list.length - 1) return { ...message, providerOptions: MARK };
    if (at !== newest) return message;
    const parts = message.content as readonly JsonObject[];
    return { ...message, content: parts.with(recordIn(parts), { ...parts[recordIn(parts)], providerOptions: MARK }) };
  });
}

function recordIn(content: Json | undefined): number {
  return Array.isArray(content)
    ? (content as readonly JsonObject[]).findLastIndex(({ text }) => typeof text === 'string' && text.startsWith(SUMMARY_PREFIX))
    : -1;
}

/** What Google's API takes for the signature of a call it did not sign itself. */
const UNSIGNED = { google: { thoughtSignature: 'skip_thought_signature_validator' } };

/** Where a model has signed anything, the first call of each of its messages has to be signed. */
function signedCalls(list: readonly JsonObject[]): readonly JsonObject[] {
  const partsOf = ({ content }: JsonObject) => (Array.isArray(content) ? (content as readonly JsonObject[]) : []);
  const isSigned = ({ providerOptions }: JsonObject) => objectOf(objectOf(providerOptions).google).thoughtSignature !== undefined;
  if (!list.some((message) => partsOf(message).some(isSigned))) return list;
  return list.map((message) => {
    const parts = partsOf(message);
    const first = message.role === 'assistant' ? parts.findIndex(({ type }) => type === 'tool-call') : -1;
    if (first === -1 || isSigned(parts[first] as JsonObject)) return message;
    return { ...message, content: parts.map((part, at) => (at === first ? { ...part, providerOptions: UNSIGNED } : part)) };
  });
}

function objectOf(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

/** Some APIs refuse calls and results in a request that declares no tool. */
const EARLIER_TOOL: ToolDefinition = {
  name: 'earlier_tool',
  description: 'Stands for tools used earlier in this conversation. Not available; do not call it.',
};

const toolSets = new WeakMap<Frame, ToolSet>();

/** The tools of a frame, made once for each. */
function toolSet(frame: Frame, usesTools: boolean): ToolSet {
  if (!frame.tools?.length) return usesTools ? declared([EARLIER_TOOL]) : {};
  const made = toolSets.get(frame) ?? declared(frame.tools);
  toolSets.set(frame, made);
  return made;
}

/** Tools without a way to run them: the turn runs them itself, one step at a time. */
function declared(tools: readonly ToolDefinition[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      name,
      tool({
        // Bedrock refuses an empty one.
        ...(description === undefined || description.trim() === '' ? {} : { description: description.toWellFormed() }),
        inputSchema: jsonSchema(toolSchema(parameters) as Parameters<typeof jsonSchema>[0]),
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
