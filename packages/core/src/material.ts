import type { Counter } from './counter.ts';
import { cutText } from './cut.ts';
import { breakMarks } from './marks.ts';
import { attachmentLine, type Message, type Part, resultText } from './message.ts';
import { rowTokens } from './project.ts';
import { type Row, toldText } from './view.ts';

/** One row as text for a summarizer, and no less than what it weighs. */
export interface Piece {
  readonly text: string;
  readonly tokens: number;
}

/** Tokens of a label, of what introduces a part and of a neutralised mark, each bounded from above. */
const LABEL = 20;
const INTRODUCTION = 10;
const ESCAPED = 3;

/** A row as a piece. Its weight is bounded by what the view weighs anyway: reading it all again would cost as much as counting it. */
export function pieceOf(row: Row, count: Counter): Piece {
  const text = rowMaterial(row);
  let tokens = rowTokens(row, count) + LABEL;
  if (row.kind === 'entry') for (const part of row.message.parts) tokens += INTRODUCTION + nameLength(part);
  const escapes = text.includes(HARMLESS) ? text.split(HARMLESS).length - 1 : 0;
  return { text, tokens: tokens + ESCAPED * escapes };
}

function nameLength(part: Part): number {
  if (part.type === 'opaque') return part.dialect.length;
  return part.type === 'tool-call' || part.type === 'tool-result' ? (part.name?.length ?? 0) : 0;
}

/** A row as escaped text: labelled with its position and role, so that nothing in it can pose as another message. */
export function rowMaterial(row: Row): string {
  if (row.kind === 'stand-in') return labelled(`${row.from + 1}-${row.to + 1}`, 'record', toldText(row));
  return labelled(String(row.index + 1), row.message.role, messageMaterial(row.message));
}

/** What closes a labelled piece. */
export const END = '</message>';

/** A piece of material with its place and role around it, its body escaped. */
export function labelled(place: string, role: string, body: string): string {
  return `<message n="${place}" role="${role}">\n${escapeMaterial(body)}\n${END}`;
}

/** The request that steps are taken on, as whoever writes their record is shown it. */
export function requestMaterial(request: string): string {
  return labelled('request', 'user', request);
}

/** How the parts of a message are introduced, each at the beginning of a line, for whoever reads material back. */
export const MARKS = {
  thinking: '(thinking) ',
  calls: '(calls ',
  result: '(result',
  error: '(error',
  attachment: '(attachment) ',
} as const;

/** What the bracket of such a mark becomes. */
const HARMLESS = '‹';
const TAGS = ['conversation', 'message', 'record'];

/** Text in which none of the marks that structure a summarizer's material can begin. */
export function escapeMaterial(text: string): string {
  return breakMarks(text, TAGS, HARMLESS);
}

/** What is read of a vendor's own part: most of a large one is encoded. */
const VENDOR_CHARS = 2_000;

function messageMaterial(message: Message): string {
  return message.parts.map(partMaterial).join('\n');
}

function partMaterial(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'reasoning':
      return part.text === '' ? '' : `${MARKS.thinking}${part.text}`;
    case 'tool-call':
      return `${MARKS.calls}${part.name}) ${typeof part.input === 'string' ? part.input : JSON.stringify(part.input)}`;
    case 'tool-result':
      return `${part.isError ? MARKS.error : MARKS.result}${part.name === undefined ? '' : ` of ${part.name}`})\n${resultText(part)}`;
    case 'attachment':
      return `${MARKS.attachment}${attachmentLine(part)}`;
    case 'opaque':
      return `(${part.dialect}) ${cutText(JSON.stringify(part.value), { maxChars: VENDOR_CHARS })}`;
  }
}
