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
