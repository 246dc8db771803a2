import { messageText } from '@tenfold/core';
import { isRequest } from '@tenfold/core/evidence';
import type { Conversation } from '@tenfold/dialects';
import { titleFrom } from '../title-from.ts';

/** Letters of a title at most. */
const LONGEST = 120;
/** Names that programs give their files: ids, dates, what the file is. */
const BY_PROGRAM =
  /^(?:rollout-|session[-_]|conversations?$|messages?$|export|chat[-_]?history|transcript$)|[0-9a-f]{8}-[0-9a-f]{4}-|^[0-9a-f]{16,}$|^\d{6,}/i;

/** What an imported conversation is called: as its file calls it, else as the file is called by people, else by what was said first. */
export function titleFor(name: string, conversation: Conversation, isOneOfMany: boolean): string {
  const stem = name.replace(/^.*[/\\]/, '').replace(/\.(?:jsonl?|txt|md)$/i, '');
  const said = BY_PROGRAM.test(stem) || isOneOfMany ? firstWords(conversation) : undefined;
  const numbered = isOneOfMany && conversation.id !== undefined ? `${stem} ${conversation.id}` : stem;
  const title = conversation.title ?? said ?? numbered;
  return [...title].slice(0, LONGEST).join('') || 'Imported conversation';
}

/** The beginning of the first thing a person said; a program may have said something in their name before. */
function firstWords({ messages }: Conversation): string | undefined {
  const asked = messages.find((message) => message.role === 'user' && isRequest(messageText(message)));
  return titleFrom(asked).title;
}
