import type { Message } from '@tenfold/core';
import type { NewEntry, StoredEntry } from '@tenfold/store';
import { type EntryNote, noteOf, withNote, withoutNote } from '../conversation/entry-note.ts';

/** What a file says of a message beside its content: the part of its note that means something elsewhere, and what it was billed. */
interface FileNote extends Pick<EntryNote, 'model' | 'aborted' | 'prefix'> {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/** An entry as a file of our own keeps it. */
export function notedMessage({ message, inputTokens, outputTokens }: StoredEntry): Message {
  const { model, aborted, prefix } = noteOf(message);
  return withNote(withoutNote(message), fileNote({ model, aborted, prefix, inputTokens, outputTokens }));
}

/** An entry of what a file has. Anybody may have written it, so nothing of its note is taken but what fits. */
export function entryOf(message: Message): NewEntry {
  const { inputTokens, outputTokens, ...note } = fileNote(noteOf(message));
  return {
    message: withNote(withoutNote(message), note),
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
  };
}

function fileNote({
  model,
  aborted,
  prefix,
  inputTokens,
  outputTokens,
}: { readonly [Field in keyof FileNote]?: unknown }): FileNote {
  return {
    ...(typeof model === 'string' ? { model } : {}),
    ...(aborted === true ? { aborted } : {}),
    ...(typeof prefix === 'string' ? { prefix } : {}),
    ...(isCount(inputTokens) ? { inputTokens } : {}),
    ...(isCount(outputTokens) ? { outputTokens } : {}),
  };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
