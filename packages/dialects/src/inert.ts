import {
  type Attachment,
  breakMarks,
  type Json,
  type Opaque,
  type Reasoning,
  type ResultPart,
  type Text,
  type ToolCall,
  type ToolResult,
} from '@tenfold/core';
import { wellFormed } from './json.ts';

/** Stands as the result of a call that none was recorded for. */
export const NO_RESULT = '[No result was recorded for this tool call]';
/** Opens a conversation that does not begin with the user, where an API wants it to. */
export const CONVERSATION_START = '[The conversation starts here]';
/** Stands where an API wants something after a model's turn. */
export const CONTINUE = '[Continue]';
/** Stands after thinking that no answer followed. */
export const NO_ANSWER = '[No answer followed]';
/** Stands for a result that holds nothing, where an API wants something. */
export const EMPTY_RESULT = '[Empty result]';

/** A text part. */
export function textPart(text: string): Text {
  return { type: 'text', text };
}

/** A call nobody can make (it stands in a message that is not the model's), as marked text. */
export function inertCall(call: ToolCall): Text {
  return textPart(`[Tool call ${label(call.name, call.id)}, kept as text]\n${argumentsText(call.input)}`);
}

/** A result without its call, as marked text; its attachments follow as they are. */
export function inertResult(result: ToolResult): readonly ResultPart[] {
  const mark = `[Tool result ${label(result.name ?? '', result.id)} without its call, kept as text]`;
  const { output } = result;
  if (typeof output === 'string') return [textPart(`${mark}\n${harmless(output)}`)];
  // A mark may begin in one text and end in the next.
  if (output.every((piece) => piece.type === 'text'))
    return [textPart([mark, harmless(output.map(({ text }) => text).join('\n'))].join('\n'))];
  return [textPart(mark), ...output.map((piece) => (piece.type === 'text' ? { ...piece, text: harmless(piece.text) } : piece))];
}

/** What opens a mark of ours, as it is compared: without spaces and case. */
const MARKS = ['systemmessage', 'toolresult', 'toolcall', 'compressedmessagesummary', 'record'];
/** Signs between the words of a mark and the bracket that closes it. */
const REACH = 80;

/** What a tool gave, where it has to stand among the user's words: it can pose as none of what is marked there. */
function harmless(text: string): string {
  return breakMarks(text, MARKS, '(', REACH);
}

/** Thinking that this wire cannot carry, as marked text. */
export function inertReasoning(reasoning: Reasoning): Text {
  return textPart(`[Reasoning, kept as text]\n${reasoning.text}`);
}

/** A file that cannot stand where it stands, as marked text. */
export function inertAttachment(attachment: Attachment): Text {
  const name = attachment.name === undefined ? undefined : inMark(attachment.name);
  const facts = [name, inMark(attachment.mediaType), attachment.bytes === undefined ? undefined : `${attachment.bytes} bytes`];
  return textPart(`[Attachment ${facts.filter((fact) => fact !== undefined).join(', ')}]`);
}

/** Another vendor's part, as marked text. */
export function inertOpaque(part: Opaque): Text {
  return textPart(`[Part of ${inMark(part.dialect)}, kept as text]\n${JSON.stringify(wellFormed(part.value))}`);
}

/** System text where an API takes none in place, as marked text. */
export function inertSystem(text: string): Text {
  return textPart(`[System message]\n${text}`);
}

function argumentsText(input: Json): string {
  return typeof input === 'string' ? input : JSON.stringify(wellFormed(input));
}

function label(name: string, id: string): string {
  return [inMark(name), id && `(${inMark(id)})`].filter(Boolean).join(' ');
}

/** A name as it may stand in a mark: on its line, and in round brackets where square ones would end it. */
export function inMark(name: string): string {
  return name
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
}
