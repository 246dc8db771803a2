import { counted } from '../counted.ts';
import { cutText } from '../cut.ts';
import { breakMarks } from '../marks.ts';
import { type Message, messageText, type Role } from '../message.ts';
import type { View } from '../view.ts';

/** Characters of a message that are given back at most, and of all together. */
const MESSAGE_CHARS = 8_000;
const EXPANDED_CHARS = 48_000;

/** Passages as text for a model. */
export function recalledText(
  found: readonly { readonly position: number; readonly role: Role; readonly text: string }[],
): string {
  if (found.length === 0) return 'Nothing in this conversation matches.';
  return found.map(({ position, role, text }) => quoted(position, role, text)).join('\n\n');
}

/** Whole messages as text for a model, as many as there is room for. */
export function expandedText(entries: readonly { readonly position: number; readonly message: Message }[]): string {
  const said: string[] = [];
  let length = 0;
  for (const { position, message } of entries) {
    const text = cutText(shownText(message), { maxChars: MESSAGE_CHARS });
    if (length + text.length > EXPANDED_CHARS) {
      said.push(`(${counted(entries.length - said.length, 'more message')}. Use recall to search in them.)`);
      break;
    }
    said.push(quoted(position, message.role, text));
    length += text.length;
  }
  return said.join('\n\n');
}

const MARKS = ['message'];
/** Signs of a number, a comma and a role, and some to spare. */
const REACH = 30;

/** A message under its number and role. Marks that its words spell are broken: a page that was read once may not speak as the user here. */
function quoted(position: number, role: Role, text: string): string {
  return `[message ${position + 1}, ${role}]\n${breakMarks(text, MARKS, '(', REACH)}`;
}

/** Words, calls and files of a message. */
export function shownText(message: Message): string {
  const more = message.parts.map((part) => {
    if (part.type === 'tool-call') return `(calls ${part.name}) ${JSON.stringify(part.input)}`;
    return part.type === 'attachment' ? `(attachment) ${part.name ?? 'unnamed'} ${part.mediaType}` : '';
  });
  return [messageText(message), ...more].filter((text) => text !== '').join('\n');
}

/** Positions that are in view and whole: a model need not recall them. */
export function wholeIn({ rows }: View): readonly number[] {
  return rows.flatMap((row) => (row.kind === 'entry' && row.folds.every(({ lossless }) => lossless) ? row.index : []));
}
