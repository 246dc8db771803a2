import type { Profile } from '@tenfold/contract';

/** Marks that turn the direction of text around: a title must not dress up as another. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** What a conversation is called: its title, else what was said last in it. */
export function sessionName({
  title,
  lastMessage = null,
}: {
  readonly title?: string;
  readonly lastMessage?: string | null;
}): string {
  return [title ?? '', lastMessage ?? ''].map((words) => words.replace(TURNS, '').trim()).find(Boolean) ?? 'New conversation';
}

/** What a branch is called: the name people gave it, else its own in words: `Main`, `Branch 2`. */
export function branchName({ name, label }: { readonly name: string; readonly label: string | null }): string {
  if (label !== null) return label;
  const words = name.replace(/-(\d+)$/, ' $1');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The model that answers while none is connected. */
export const OFFLINE = 'embedded:offline';

/** `gpt-4o` of `openai:gpt-4o`: what a model is called, without who serves it. */
export function modelName(id: string): string {
  return id === OFFLINE ? 'Offline model' : id.replace(/^[^:]*:/, '');
}

/** The same within a sentence: `sent to the offline model`. */
export function modelInSentence(id: string): string {
  return id === OFFLINE ? 'the offline model' : modelName(id);
}

/** What stands beside a profile's name in a list. */
export function profileHint({ model, shared }: Pick<Profile, 'model' | 'shared'>): string {
  return shared ? `Shared · ${model}` : model;
}

const ORIGINS: ReadonlyMap<string, string> = new Map([
  ['session', 'from this session'],
  ['profile', 'from this profile'],
  ['model', 'from the model'],
  ['project', 'from the project'],
  ['global', 'from your default'],
  ['default', 'built in'],
]);

/** Where a value comes from, in words. */
export function originWords(from: string): string {
  return ORIGINS.get(from) ?? `from ${from}`;
}

const KIND_NAMES: ReadonlyMap<string, string> = new Map([
  ['path', 'File paths'],
  ['command', 'Commands'],
  ['number', 'Numbers'],
  ['identifier', 'Names in code'],
  ['error', 'Errors'],
  ['decision', 'Decisions'],
  ['question', 'Open questions'],
  ['directive', 'Your instructions'],
  ['url', 'Links'],
  ['id', 'Ids'],
  ['version', 'Versions'],
]);

/** What a kind of evidence is called. */
export function kindName(kind: string): string {
  return KIND_NAMES.get(kind) ?? kind.charAt(0).toUpperCase() + kind.slice(1);
}
