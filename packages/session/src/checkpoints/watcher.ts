import { type Head, type JsonObject, type Message, messageText, type ToolResult } from '@tenfold/core';
import { commandOutcome } from '@tenfold/core/evidence';
import { toolUse } from '@tenfold/core/lossless';
import type { SessionId, Store, StoredHead } from '@tenfold/store';
import { BoundedMap } from '../bounded-map.ts';
import type { Checkpointer, CheckpointTag } from './checkpointer.ts';
import { hasCode, saidProgress } from './said-progress.ts';

/** Looks at what is appended, and makes a checkpoint where it is worth one. */
export interface Watcher {
  /** Returns at once; the checkpoint is made beside the conversation. */
  watch(head: StoredHead, messages: readonly Message[]): void;
  /** Resolves when all that was noticed is asked for. */
  idle(): Promise<void>;
}

/** Sessions watched at once. */
const KEPT = 256;

/** What is worth a checkpoint. */
interface Noticed {
  readonly session: SessionId;
  readonly branch: string;
  /** The head it was noticed at: whoever makes the checkpoint may come to it later. */
  readonly head: Head;
  readonly tags: readonly CheckpointTag[];
  readonly label: string;
}

/** A watcher that puts checkpoints in line for whichever process makes them. `writesFiles` knows tools of the app's own. */
export function watcherOn(
  { queue, owner }: Pick<Store, 'queue' | 'owner'>,
  { automatic }: Pick<Checkpointer, 'automatic'>,
  writesFiles: (tool: string) => boolean,
): Watcher {
  const watches = new BoundedMap<string, Watch>(KEPT);
  const under = new Set<Promise<unknown>>();
  const ask = async ({ session, ...wish }: Noticed) => {
    const input = { session, ...wish, tags: [...wish.tags], head: { ...wish.head } as unknown as JsonObject };
    // A queue that cannot take it is no reason to go without.
    await queue.put({ owner, kind: 'checkpoint', input }).catch(() => automatic(session, wish));
  };
  return {
    watch({ session, branch, head }, messages) {
      const key = `${session}\n${branch}`;
      const watch = watches.get(key) ?? { calls: new Map(), failing: new Set(), trouble: undefined };
      watches.set(key, watch);
      const tags = triggersIn(messages, watch, writesFiles);
      if (tags.size === 0) return;
      const made = ask({ session, branch, head, tags: [...tags], label: labelFor(tags) });
      under.add(made);
      void made.finally(() => under.delete(made));
    },
    async idle() {
      while (under.size > 0) await Promise.all(under);
    },
  };
}

/** Calls and failures of a conversation that something may still come of. */
interface Watch {
  /** Calls that are not answered yet. */
  readonly calls: Map<string, { name: string; writes: boolean }>;
  /** Tools whose last result was an error. */
  readonly failing: Set<string>;
  /** Whether something is known to be wrong; undefined before anything was heard of it. */
  trouble: boolean | undefined;
}

/** What makes these new messages worth a checkpoint. `writesFiles` knows tools of the app's own. */
function triggersIn(
  messages: readonly Message[],
  watch: Watch,
  writesFiles: (tool: string) => boolean,
): ReadonlySet<CheckpointTag> {
  const tags = new Set<CheckpointTag>();
  for (const message of messages) {
    if (message.role === 'user' || message.role === 'assistant') for (const tag of spokenTags(message, watch)) tags.add(tag);
    for (const part of message.parts) {
      if (part.type === 'tool-call') {
        const { kind, writes } = toolUse(part);
        watch.calls.set(part.id, { name: part.name, writes: writesFiles(part.name) || kind === 'edit' || writes.length > 0 });
      }
      if (part.type === 'tool-result') for (const tag of resultTags(part, watch)) tags.add(tag);
    }
  }
  return tags;
}

function* spokenTags(message: Message, watch: Watch): Generator<CheckpointTag> {
  const text = messageText({ role: message.role, parts: message.parts.filter(({ type }) => type === 'text') });
  if (message.role === 'assistant' && hasCode(text)) yield 'code';
  const said = saidProgress(text);
  if (said.decision) yield 'decision';
  // Whoever answers "It works now" with "Good that it works now" resolves nothing more.
  if ((said.resolved && watch.trouble !== false) || (said.well && watch.trouble)) {
    watch.trouble = false;
    yield 'error-resolved';
  } else if (said.trouble && !said.resolved) watch.trouble = true;
}

function* resultTags(result: ToolResult, watch: Watch): Generator<CheckpointTag> {
  const call = watch.calls.get(result.id);
  const name = call?.name ?? result.name;
  watch.calls.delete(result.id);
  if (name === undefined) return;
  if (commandOutcome(outputText(result), result.isError === true) === 'failed') {
    watch.failing.add(name);
    watch.trouble = true;
    return;
  }
  if (call?.writes) yield 'code';
  if (!watch.failing.delete(name)) return;
  watch.trouble = watch.failing.size > 0;
  yield 'error-resolved';
}

function outputText({ output }: ToolResult): string {
  return typeof output === 'string' ? output : output.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
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
