import { type Attachment, type Message, type Part, resultText } from './message.ts';
import type { Row } from './view.ts';

/** One row as text for a summariser, and no less than what it weighs. */
export interface Piece {
  readonly text: string;
  readonly tokens: number;
}

/** A row as escaped text: labelled with its position and role, so that nothing in it can pose as another message. */
export function rowMaterial(row: Row): string {
  if (row.kind === 'stand-in') return labelled(`${row.from + 1}-${row.to + 1}`, 'record', row.fold.text);
  return labelled(String(row.index + 1), row.message.role, messageMaterial(row.message));
}

function labelled(place: string, role: string, body: string): string {
  return `<message n="${place}" role="${role}">\n${escapeMaterial(body)}\n</message>`;
}

/** Text in which none of the marks that structure a summariser's material can begin. */
export function escapeMaterial(text: string): string {
  return text.includes('<') ? text.replace(/<(?=[\s/]{0,8}(?:conversation|message|record)\b)/giu, '‹') : text;
}

function messageMaterial(message: Message): string {
  return message.parts.map(partMaterial).join('\n');
}

function partMaterial(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'reasoning':
      return part.text === '' ? '' : `(thinking) ${part.text}`;
    case 'tool-call':
      return `(calls ${part.name}) ${typeof part.input === 'string' ? part.input : JSON.stringify(part.input)}`;
    case 'tool-result':
      return `(${part.isError ? 'error' : 'result'}${part.name === undefined ? '' : ` of ${part.name}`})\n${resultText(part)}`;
    case 'attachment':
      return `(attachment) ${attachmentLine(part)}`;
    case 'opaque':
      return '';
  }
}

/** Name, type and size of an attachment in one line. */
export function attachmentLine({ name, mediaType, bytes }: Attachment): string {
  const size = bytes === undefined ? '' : `, ${bytes.toLocaleString('en-US')} bytes`;
  return `${name ?? 'unnamed'} (${mediaType}${size})`;
}
