import type { Attachment, Json, Opaque, Reasoning, ResultPart, Text, ToolCall, ToolResult } from '@tenfold/core';
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
  if (typeof result.output === 'string') return [textPart(`${mark}\n${result.output}`)];
  return [textPart(mark), ...result.output];
}

/** Thinking that this wire cannot carry, as marked text. */
export function inertReasoning(reasoning: Reasoning): Text {
  return textPart(`[Reasoning, kept as text]\n${reasoning.text}`);
}

/** A file that cannot stand where it stands, as marked text. */
export function inertAttachment(attachment: Attachment): Text {
  const facts = [attachment.name, attachment.mediaType, attachment.bytes === undefined ? undefined : `${attachment.bytes} bytes`];
  return textPart(`[Attachment ${facts.filter((fact) => fact !== undefined).join(', ')}]`);
}

/** Another vendor's part, as marked text. */
export function inertOpaque(part: Opaque): Text {
  return textPart(`[Part of ${part.dialect}, kept as text]\n${JSON.stringify(wellFormed(part.value))}`);
}

/** System text where an API takes none in place, as marked text. */
export function inertSystem(text: string): Text {
  return textPart(`[System message]\n${text}`);
}

function argumentsText(input: Json): string {
  return typeof input === 'string' ? input : JSON.stringify(wellFormed(input));
}

function label(name: string, id: string): string {
  return [name, id && `(${id})`].filter(Boolean).join(' ');
}
