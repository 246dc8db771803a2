import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Message, type Role, textMessage } from '@tenfold/core';
import { isMessage, readMessage, withFallback } from './column-json.ts';
import { StoreCorrupt } from './error.ts';
import { readLongJson } from './long-texts.ts';

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

/** Letters from which on a message is read in steps: some 8 ms. */
export const LONG_MESSAGE = 4_000_000;

/** A message as it is stored. */
interface MessageRow {
  readonly role: string;
  readonly message: string;
}

/** The message of a row, or what is said in its place where it cannot be read: the conversation goes on around it. */
export function shownMessage({ role, message }: MessageRow): Message {
  return readOrNull(message) ?? insteadOf(role);
}

/** The same of a long message, others having their turn meanwhile. */
export async function shownLongMessage({ role, message }: MessageRow, yieldToOthers: () => Promise<void>): Promise<Message> {
  // It was just read, which took as long as much else.
  await nextTurn();
  try {
    const value = await readLongJson(message, yieldToOthers);
    return isMessage(value) ? value : insteadOf(role);
  } catch (error) {
    if (error instanceof StoreCorrupt) return insteadOf(role);
    throw error;
  }
}

function insteadOf(role: string): Message {
  return Object.hasOwn(INSTEAD, role) ? INSTEAD[role as Role] : INSTEAD.assistant;
}

/** Whether a message is what is said in the place of one that cannot be read. */
export function isUnreadable(message: Message): boolean {
  return UNREADABLE.has(message);
}
