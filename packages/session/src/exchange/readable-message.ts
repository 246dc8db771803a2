import { type Attachment, formatCount, type Json, type Message, type Part } from '@tenfold/core';
import { fileText } from '@tenfold/dialects';
import { noteOf } from '../conversation/entry-note.ts';
import { strictBase64 } from '../upstream/strict-base64.ts';

/** A piece of a message for a person to read. */
export interface ReadablePiece {
  /** What it is, where it is not simply what was said. */
  readonly label?: string;
  readonly text: string;
  /** It is a picture, and this its content. */
  readonly picture?: { readonly mediaType: string; readonly base64: string };
}

/** All pieces of a message in their order: every part is among them, whatever it is. */
export function readableMessage(message: Message): readonly ReadablePiece[] {
  const pieces = message.parts.flatMap(readablePart);
  const end = noteOf(message).aborted === true ? [{ label: 'Stopped before its end', text: '' }] : [];
  return pieces.length + end.length === 0 ? [{ label: 'Empty', text: '' }] : [...pieces, ...end];
}

function readablePart(part: Part): readonly ReadablePiece[] {
  switch (part.type) {
    case 'text':
      return [{ text: part.text }];
    case 'reasoning':
      return [{ label: part.text.trim() === '' ? 'Thinking that is not shown' : 'Thinking', text: part.text }];
    case 'tool-call':
      return [{ label: `Calls ${part.name}`, text: valueText(part.input) }];
    case 'tool-result': {
      const label = `${part.isError ? 'Error' : 'Result'} of ${part.name ?? part.id}`;
      return typeof part.output === 'string'
        ? [{ label, text: part.output }]
        : [{ label, text: '' }, ...part.output.flatMap(readablePart)];
    }
    case 'attachment':
      return [readableFile(part)];
    case 'opaque':
      return [{ label: `Part of ${part.dialect}`, text: valueText(part.value) }];
    default:
      // A later version may have stored it.
      return [{ label: 'Part of another version', text: JSON.stringify(part) }];
  }
}

/** Pictures that every browser shows and that run nothing. */
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

function readableFile(file: Attachment): ReadablePiece {
  const size = file.bytes === undefined ? '' : `, ${formatCount(file.bytes)} bytes`;
  const label = `Attachment: ${file.name ?? 'unnamed'} (${file.mediaType}${size})`;
  const { type, data, url } = (file.source ?? {}) as { type?: unknown; data?: unknown; url?: unknown };
  if (type === 'url' && typeof url === 'string') return { label, text: url };
  if (type !== 'base64' || typeof data !== 'string') return { label, text: '' };
  const base64 = PICTURES.includes(file.mediaType) ? strictBase64(data) : undefined;
  return base64 === undefined
    ? { label, text: fileText(file) ?? '' }
    : { label, text: '', picture: { mediaType: file.mediaType, base64 } };
}

function valueText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
