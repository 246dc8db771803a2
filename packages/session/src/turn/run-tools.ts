import type { Json, Message, ToolCall, ToolResult } from '@tenfold/core';
import type { SessionId } from '@tenfold/store';
import { reasonOf } from '../log.ts';
import type { Recall } from '../recall.ts';
import { cutReason, cutResult } from '../tools/cut-words.ts';
import { toolInput } from '../upstream/tool-schema.ts';
import type { AppTool } from './app-tool.ts';
import type { TurnEvent } from './turn-event.ts';

/** What running tools needs. */
export interface ToolTerms {
  readonly session: SessionId;
  readonly tools: readonly AppTool[];
  readonly recall: Recall;
  readonly signal: AbortSignal;
  emit(event: TurnEvent): void;
}

/** Calls of these messages that nothing among them answers. */
export function openCalls(messages: readonly Message[]): readonly ToolCall[] {
  const parts = messages.flatMap((message) => message.parts);
  const answered = new Set(parts.flatMap((part) => (part.type === 'tool-result' ? [part.id] : [])));
  return parts.filter((part): part is ToolCall => part.type === 'tool-call' && !answered.has(part.id));
}

/** Runs calls side by side. A tool that fails answers with why: the model goes on from there. */
export async function runTools(calls: readonly ToolCall[], terms: ToolTerms): Promise<Message> {
  const parts = await Promise.all(
    calls.map(async ({ id, name, input }): Promise<ToolResult> => {
      const result = await runOne(id, name, input, terms);
      terms.emit({ type: 'tool-result', id, name, ...result });
      return { type: 'tool-result', id, name, output: result.output, ...(result.isError ? { isError: true } : {}) };
    }),
  );
  return { role: 'tool', parts };
}

async function runOne(id: string, name: string, input: Json, terms: ToolTerms): Promise<{ output: string; isError: boolean }> {
  try {
    const output = await unlessStopped(runTool(id, name, input, terms), terms.signal);
    return { output: cutResult(output).toWellFormed(), isError: false };
  } catch (error) {
    return { output: `The tool failed: ${cutReason(reasonOf(error))}`.toWellFormed(), isError: true };
  }
}

/** A tool that does not listen is not waited for once the turn is stopped. */
function unlessStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error('it was stopped'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

async function runTool(id: string, name: string, input: Json, { session, tools, recall, signal }: ToolTerms): Promise<string> {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool !== undefined) return tool.run(toolInput(tool.parameters, input), { id, session, signal });
  if (name === 'recall') return recall.recall(session, textIn(input, 'query'));
  if (name === 'expand') return recall.expand(session, textIn(input, 'foldId'));
  throw new Error(`there is no tool ${name}`);
}

function textIn(input: Json, field: string): string {
  const value = typeof input === 'object' && input !== null ? (input as Record<string, Json>)[field] : input;
  if (typeof value !== 'string' || value.trim() === '') throw new Error(`${field} is missing`);
  return value;
}
