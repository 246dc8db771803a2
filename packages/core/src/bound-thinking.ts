import { contentHash } from './hash.ts';
import type { Frame, Message } from './message.ts';
import type { Entry, EntryId } from './transcript.ts';
import type { Row, View } from './view.ts';

/** Thinking that a model binds to all that stood before it when it was made (C17). */
export interface ThinkingBinding {
  /** Names what it is bound to beside frame and messages: the model, and how summaries are placed for it. */
  readonly to: string;
  /** The hash an answer was stored with; nothing for those that were made elsewhere. */
  madeOn(entry: Entry): string | undefined;
}

/**
 * The view without the thinking whose prefix is no longer what would be sent: after a fold, an undo, another protection, changed
 * system text or tools, or another model. It renders as nothing; what was made on this very prefix stays, byte for byte.
 */
export function withBoundThinking(view: View, binding: ThinkingBinding): View {
  let prefix = opening(view.frame, binding.to);
  let isChanged = false;
  const rows = view.rows.map((row): Row => {
    const bound =
      row.kind === 'entry' && thinks(row.message) && binding.madeOn(row.entry) !== prefix ? unthought(row.message) : row.message;
    if (bound !== null) prefix = after(prefix, bound);
    if (bound === row.message) return row;
    isChanged = true;
    return { ...row, message: bound } as Row;
  });
  return isChanged ? { ...view, rows } : view;
}

/** The hash of all that a view sends: what an answer to it is stored with. Of a view whose thinking is bound. */
export function prefixHash(view: View, { to }: Pick<ThinkingBinding, 'to'>): string {
  let prefix = opening(view.frame, to);
  let last: Message | null = null;
  for (const { message } of view.rows) {
    if (message === null) continue;
    prefix = after(prefix, message);
    last = message;
  }
  // An answer that goes on with an answer is asked for by a mark behind it, which is not there the next time.
  return last?.role === 'assistant' ? contentHash(`${prefix}…`) : prefix;
}

/** The hash of all that a view sends before each of its entries, by id: what an answer had before it that was made on just this view. */
export function prefixesIn(view: View, { to }: Pick<ThinkingBinding, 'to'>): ReadonlyMap<EntryId, string> {
  let prefix = opening(view.frame, to);
  const before = new Map<EntryId, string>();
  for (const row of view.rows) {
    if (row.kind === 'entry') before.set(row.entry.id, prefix);
    if (row.message !== null) prefix = after(prefix, row.message);
  }
  return before;
}

function thinks({ parts }: Message): boolean {
  return parts.some(({ type }) => type === 'reasoning');
}

const bare = new WeakMap<Message, Message>();

/** The same object for the same message, so that its count is remembered. */
function unthought(message: Message): Message {
  const known = bare.get(message) ?? { ...message, parts: message.parts.filter(({ type }) => type !== 'reasoning') };
  bare.set(message, known);
  return known;
}

function opening(frame: Frame, to: string): string {
  return contentHash(JSON.stringify([to, frame.system ?? null, frame.tools ?? []]));
}

const hashes = new WeakMap<Message, string>();

function after(prefix: string, message: Message): string {
  const own = hashes.get(message) ?? contentHash(JSON.stringify([message.role, message.parts]));
  hashes.set(message, own);
  return contentHash(prefix + own);
}
