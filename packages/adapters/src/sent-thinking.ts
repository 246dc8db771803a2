import {
  type Conversation,
  type EntryId,
  positionsOf,
  prefixesIn,
  prefixHash,
  project,
  type View,
  withBoundThinking,
} from '@tenfold/core';
import { bindsThinking } from '@tenfold/dialects';

/** Answers' beginnings a process remembers. */
const MAX_PREFIXES = 20_000;

/** Knows what answers were made on, for models that bind their thinking to it. */
export class SentThinking {
  /** What was sent for a call, by its last entry: what an answer to it was made on. */
  readonly #prefixes = new Map<EntryId, string>();

  /** The view without thinking that the model would refuse behind folds; what is sent is remembered, for the answer's sake. */
  view(conversation: Conversation, model: string): View {
    const view = project(conversation);
    if (!bindsThinking(model) || conversation.folds.length === 0) return view;
    const { transcript } = conversation;
    const at = positionsOf(transcript);
    const raw = prefixesIn(project({ ...conversation, folds: [] }), { to: model });
    const binding = {
      to: model,
      madeOn: ({ id }: { id: EntryId }) => this.#prefixes.get(transcript[(at.get(id) ?? 0) - 1]?.id ?? '') ?? raw.get(id),
    };
    const bound = withBoundThinking(view, binding);
    if (this.#prefixes.size >= MAX_PREFIXES) this.#prefixes.clear();
    this.#prefixes.set(transcript.at(-1)?.id ?? '', prefixHash(bound, binding));
    return bound;
  }
}
