import type { Frame, Json, Message, ToolDefinition } from '@tenfold/core';
import { aiSdk, type Decoded } from '@tenfold/dialects';
import type { Fitted } from './fitter.ts';
import { parametersOf } from './tool-schema.ts';

/** A prompt of the AI SDK that was read. */
export interface ReadPrompt {
  readonly decoded: Decoded;
  readonly frame: Frame;
  readonly messages: readonly Message[];
}

/** A tool as a provider is told of it. */
export interface PromptTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
  readonly args?: unknown;
}

/** Tools as an app names them, of a loop that shows nothing else of them. */
export function namedTools(tools: object = {}): readonly PromptTool[] {
  return Object.entries(tools).map(([name, tool]) => {
    const { description, inputSchema, parameters, args } = fieldsOf(tool);
    return { name, ...(typeof description === 'string' ? { description } : {}), inputSchema: inputSchema ?? parameters, args };
  });
}

/** What an object of an app or a library holds, of which nothing is believed. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Reads messages as the AI SDK hands them to a provider. */
export function readPrompt(prompt: readonly object[], tools: readonly PromptTool[] = []): ReadPrompt {
  // Believed: files aside, a prompt is what can be sent as JSON; the dialect looks at each field of it before it is used.
  const decoded = aiSdk.decode(prompt.map(withPlainFiles) as Json[]);
  const definitions = tools.map(({ name, description, inputSchema, args }): ToolDefinition => {
    const parameters = parametersOf(inputSchema ?? args);
    return { name, ...(description === undefined ? {} : { description }), ...(parameters === undefined ? {} : { parameters }) };
  });
  return {
    decoded,
    frame: { ...decoded.frame, ...(tools.length === 0 ? {} : { tools: definitions }) },
    messages: decoded.messages,
  };
}

/** A message whose files are text, as dialects know them: bytes as base64, addresses as words. */
function withPlainFiles(message: object): object {
  const { content } = fieldsOf(message);
  if (!Array.isArray(content) || !content.some(isFile)) return message;
  return { ...message, content: content.map((part: unknown) => (isFile(part) ? plainFile(fieldsOf(part)) : part)) };
}

function isFile(part: unknown): boolean {
  return fieldsOf(part).type === 'file';
}

/** The SDK names all fields, those too that say nothing. */
function plainFile({ data, ...fields }: Readonly<Record<string, unknown>>): object {
  const said = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(said), data: plainData(data) };
}

function plainData(data: unknown): unknown {
  if (data instanceof URL) return data.href;
  if (data instanceof Uint8Array) return base64(data);
  const held = fieldsOf(data);
  if (held.data instanceof Uint8Array) return { ...held, data: base64(held.data) };
  return held.url instanceof URL ? { ...held, url: held.url.href } : data;
}

const texts = new WeakMap<Uint8Array, string>();
/** Bytes at once: few enough to be arguments, and whole groups of three. */
const PIECE = 8_190;

function base64(bytes: Uint8Array): string {
  let text = texts.get(bytes);
  if (text === undefined) {
    text = '';
    for (let at = 0; at < bytes.length; at += PIECE) text += btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE)));
    texts.set(bytes, text);
  }
  return text;
}

/** The prompt with what folds made of it; messages that no fold touches are the very objects that came. */
export function writePrompt<Item extends object>(
  prompt: readonly Item[],
  { decoded }: ReadPrompt,
  { rows, isChanged }: Fitted,
): Item[] {
  if (!isChanged) return prompt as Item[];
  const shown = rows.flatMap(({ message }) => message ?? []);
  const written = aiSdk.encode({ ...decoded, messages: shown }) as readonly object[] as Item[];
  const opening = prompt.length - decoded.messages.length;
  if (written.length !== opening + shown.length) return written;
  const sent = rows.filter(({ message }) => message !== null);
  return written.map((item, at) => {
    const row = at < opening ? undefined : sent[at - opening];
    if (row === undefined) return prompt[at] ?? item;
    return row.kind === 'entry' && row.message === row.entry.message ? (prompt[opening + row.index] ?? item) : item;
  });
}
