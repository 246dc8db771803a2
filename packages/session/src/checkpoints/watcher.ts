import { type Message, messageText, type ToolResult } from '@tenfold/core';
import { toolKind } from '@tenfold/core/lossless';
import type { SessionId } from '@tenfold/store';
import { BoundedMap } from '../bounded-map.ts';
import type { Checkpointer, CheckpointTag } from './checkpointer.ts';

/** Looks at what is appended, and makes a checkpoint where it is worth one. */
export interface Watcher {
  /** Returns at once; the checkpoint is made beside the conversation. */
  noticed(session: SessionId, branch: string, messages: readonly Message[]): void;
  /** Resolves when all that was noticed is dealt with. */
  idle(): Promise<void>;
}

/** Sessions watched at once. */
const KEPT = 256;

/** A watcher that makes checkpoints with `checkpointer`. */
export function watcherWith(checkpointer: Checkpointer, writesFiles: (tool: string) => boolean): Watcher {
  const watches = new BoundedMap<string, Watch>(KEPT);
  const under = new Set<Promise<unknown>>();
  const watchOf = (key: string): Watch => {
    const watch = watches.get(key) ?? newWatch();
    watches.set(key, watch);
    return watch;
  };
  return {
    noticed(session, branch, messages) {
      const tags = triggersIn(messages, watchOf(`${session}\n${branch}`), writesFiles);
      if (tags.size === 0) return;
      const made = checkpointer.automatic(session, { tags: [...tags], label: labelFor(tags), branch });
      under.add(made);
      void made.finally(() => under.delete(made));
    },
    async idle() {
      while (under.size > 0) await Promise.all(under);
    },
  };
}

/** Calls and failures of a conversation that something may still come of. */
export interface Watch {
  /** Tool of each call that is not answered yet. */
  readonly calls: Map<string, { name: string; writes: boolean }>;
  /** Tools whose last result was an error. */
  readonly failing: Set<string>;
}

/** Nothing seen yet. */
function newWatch(): Watch {
  return { calls: new Map(), failing: new Set() };
}

/** Somebody settles something: words that people use for it, in a sentence that is no question. */
const DECISION =
  /(?:\b(?:we|i|let'?s|they|you)\b[^.?!\n]{0,60}\b(?:decided?|agreed?|go(?:ing)? with|settled? on|chose|will use|stick(?:ing)? with)\b|\bdecision\s*:|\b(?:final|agreed)\s+(?:decision|choice|plan)\b)[^?\n]{0,200}(?:[.!\n]|$)/i;

/** What makes these new messages worth a checkpoint. `writesFiles` knows tools of the app's own. */
function triggersIn(
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
function labelFor(tags: ReadonlySet<CheckpointTag>): string {
  const words: Readonly<Record<string, string>> = {
    code: 'Code written',
    decision: 'Decision made',
    'error-resolved': 'Error resolved',
  };
  return [...tags].map((tag) => words[tag] ?? tag).join(', ');
}
