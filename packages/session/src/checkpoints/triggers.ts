import { type Message, messageText, type ToolResult, toolKind } from '@tenfold/core';
import type { CheckpointTag } from './checkpointer.ts';

/** Calls and failures of a conversation that something may still come of. */
export interface Watch {
  /** Tool of each call that is not answered yet. */
  readonly calls: Map<string, { name: string; writes: boolean }>;
  /** Tools whose last result was an error. */
  readonly failing: Set<string>;
}

/** Nothing seen yet. */
export function newWatch(): Watch {
  return { calls: new Map(), failing: new Set() };
}

/** Somebody settles something: words that people use for it, in a sentence that is no question. */
const DECISION =
  /(?:\b(?:we|i|let'?s|they|you)\b[^.?!\n]{0,60}\b(?:decided?|agreed?|go(?:ing)? with|settled? on|chose|will use|stick(?:ing)? with)\b|\bdecision\s*:|\b(?:final|agreed)\s+(?:decision|choice|plan)\b)[^?\n]{0,200}(?:[.!\n]|$)/i;

/** What makes these new messages worth a checkpoint. `writesFiles` knows tools of the app's own. */
export function triggersIn(
  messages: readonly Message[],
  watch: Watch,
  writesFiles: (tool: string) => boolean,
): ReadonlySet<CheckpointTag> {
  const tags = new Set<CheckpointTag>();
  for (const message of messages) {
    if ((message.role === 'user' || message.role === 'assistant') && DECISION.test(spokenText(message))) tags.add('decision');
    for (const part of message.parts) {
      if (part.type === 'tool-call')
        watch.calls.set(part.id, { name: part.name, writes: writesFiles(part.name) || toolKind(part.name) === 'edit' });
      if (part.type === 'tool-result') for (const tag of resultTags(part, watch)) tags.add(tag);
    }
  }
  return tags;
}

function resultTags(result: ToolResult, watch: Watch): readonly CheckpointTag[] {
  const call = watch.calls.get(result.id);
  const name = call?.name ?? result.name;
  watch.calls.delete(result.id);
  if (name === undefined) return [];
  if (result.isError) {
    watch.failing.add(name);
    return [];
  }
  const resolved = watch.failing.delete(name);
  return [...(call?.writes ? (['code'] as const) : []), ...(resolved ? (['error-resolved'] as const) : [])];
}

function spokenText(message: Message): string {
  return messageText({ role: message.role, parts: message.parts.filter(({ type }) => type === 'text') });
}

/** A label that says what happened. */
export function labelFor(tags: ReadonlySet<CheckpointTag>): string {
  const words: Readonly<Record<string, string>> = {
    code: 'Code written',
    decision: 'Decision made',
    'error-resolved': 'Error resolved',
  };
  return [...tags].map((tag) => words[tag] ?? tag).join(', ');
}
