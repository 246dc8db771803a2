import { type Message, type Role, textMessage } from '@tenfold/core';
import { readMessage, withFallback } from './column-json.ts';

/** What people and models read in the place of a message that is damaged; `verify` tells of it. */
const SAYS = '[This message cannot be read: what is stored of it is damaged.]';

/** One for each role, so that they are known again; what a tool said is told beside it, since there is no call it would belong to. */
const INSTEAD: Readonly<Record<Role, Message>> = {
  system: textMessage('system', SAYS),
  user: textMessage('user', SAYS),
  assistant: textMessage('assistant', SAYS),
  tool: textMessage('user', SAYS),
  summary: textMessage('user', SAYS),
};
const UNREADABLE: ReadonlySet<Message> = new Set(Object.values(INSTEAD));

const readOrNull = withFallback(readMessage, null);

/** The message of a row, or what is said in its place where it cannot be read: the conversation goes on around it. */
export function shownMessage({ role, message }: { readonly role: string; readonly message: string }): Message {
  return readOrNull(message) ?? (Object.hasOwn(INSTEAD, role) ? INSTEAD[role as Role] : INSTEAD.assistant);
}

/** Whether a message is what is said in the place of one that cannot be read. */
export function isUnreadable(message: Message): boolean {
  return UNREADABLE.has(message);
}
