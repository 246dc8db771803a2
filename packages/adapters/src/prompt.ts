import type { Frame, Json, Message, ToolDefinition } from '@tenfold/core';
import { aiSdk, type Decoded } from '@tenfold/dialects';
import type { Fitted } from './fitter.ts';

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

/** Reads messages as the AI SDK hands them to a provider. */
export function readPrompt(prompt: readonly object[], tools: readonly PromptTool[] = []): ReadPrompt {
  const decoded = aiSdk.decode(prompt as unknown as Json);
  const definitions = tools.map(({ name, description, inputSchema, args }): ToolDefinition => {
    const parameters = (inputSchema ?? args) as Json | undefined;
    return { name, ...(description === undefined ? {} : { description }), ...(parameters === undefined ? {} : { parameters }) };
  });
  return {
    decoded,
    frame: { ...decoded.frame, ...(tools.length === 0 ? {} : { tools: definitions }) },
    messages: decoded.messages,
  };
}

/** The prompt with what folds made of it; messages that no fold touches are the very objects that came. */
export function writePrompt<Item extends object>(
  prompt: readonly Item[],
  { decoded }: ReadPrompt,
  { rows, isChanged }: Fitted,
): Item[] {
  if (!isChanged) return prompt as Item[];
  const shown = rows.flatMap(({ message }) => message ?? []);
  const written = aiSdk.encode({ ...decoded, messages: shown }) as unknown as Item[];
  const opening = prompt.length - decoded.messages.length;
  if (written.length !== opening + shown.length) return written;
  const sent = rows.filter(({ message }) => message !== null);
  return written.map((item, at) => {
    const row = at < opening ? undefined : sent[at - opening];
    if (row === undefined) return prompt[at] ?? item;
    return row.kind === 'entry' && row.message === row.entry.message ? (prompt[opening + row.index] ?? item) : item;
  });
}
