import type { Mending, MendingKind } from '@tenfold/dialects';

/** Mendings that change what the model gets to see, in words; the others only change how the same is said. */
const WORDS: Partial<Record<MendingKind, string>> = {
  'empty message marked': 'an empty message stands as a mark',
  'file sent by name only': 'a file it does not take is sent by its name only',
  'part kept as text': 'what it does not know is sent as text',
  'tool name changed': 'a tool has another name',
  'tool call or result mended': 'a call without its result, or the other way round, is sent as text',
};

/** What a person should know of what was done so that an API takes a conversation; null where it is nothing. */
export function mendedWords(mendings: readonly Mending[]): string | null {
  const told = [...new Set(mendings.map(({ what }) => WORDS[what]))].filter((words) => words !== undefined);
  return told.length === 0
    ? null
    : `For this model the conversation was changed on its way: ${told.join('; ')}. What is stored is as it was.`;
}
