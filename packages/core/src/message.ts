import { formatCount } from './counted.ts';

/** Any JSON value; what travels over a wire and into a store. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** Who speaks. `summary` is the engine's own kind: each dialect decides where such a message stands on its wire. */
export type Role = 'system' | 'user' | 'assistant' | 'tool' | 'summary';

/** Words. */
export interface Text {
  readonly type: 'text';
  readonly text: string;
  readonly extra?: JsonObject;
}

/** A model's thinking. Signatures and encrypted forms ride in `extra` and must go back untouched. */
export interface Reasoning {
  readonly type: 'reasoning';
  readonly text: string;
  readonly extra?: JsonObject;
}

/** A request to run a tool. `input` is nearly always an object; some agents send a bare string. */
export interface ToolCall {
  readonly type: 'tool-call';
  readonly id: string;
  readonly name: string;
  readonly input: Json;
  readonly extra?: JsonObject;
}

/** What a tool answered: text, or a list when images or vendor parts are among it. */
export interface ToolResult {
  readonly type: 'tool-result';
  readonly id: string;
  readonly name?: string;
  readonly output: string | readonly ResultPart[];
  readonly isError?: boolean;
  readonly extra?: JsonObject;
}

/** A piece of a structured tool result. */
export type ResultPart = Text | Attachment | Opaque;

/** A file or image. Its metadata is counted; its content only when it is an image that is really sent. */
export interface Attachment {
  readonly type: 'attachment';
  readonly mediaType: string;
  readonly name?: string;
  /** Size of the content in bytes, where known. */
  readonly bytes?: number;
  /** Pixel size of an image that goes out with the request; absent when only metadata does. */
  readonly image?: { readonly width: number; readonly height: number };
  /** The wire's own way to carry the content (URL, base64 block, file id), kept and never interpreted. */
  readonly source?: Json;
  readonly extra?: JsonObject;
}

/** Something a vendor sends that the engine does not read: kept and counted, byte for byte. */
export interface Opaque {
  readonly type: 'opaque';
  readonly dialect: string;
  readonly value: Json;
}

/** A piece of a message. */
export type Part = Text | Reasoning | ToolCall | ToolResult | Attachment | Opaque;

/** One utterance. `extra` is kept, counted and never interpreted. Messages are immutable values. */
export interface Message {
  readonly role: Role;
  readonly parts: readonly Part[];
  readonly extra?: JsonObject;
}

/** System text and tool definitions: beside the transcript, in every count, never folded. */
export interface Frame {
  readonly system?: string;
  readonly tools?: readonly ToolDefinition[];
}

/** A tool as it is declared to a model. */
export interface ToolDefinition {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: Json;
  /** The model is told no more than its name until it looks it up. */
  readonly deferred?: true;
  readonly extra?: JsonObject;
}

/** The text of a tool result as one string: files and images by name, type and size, vendor pieces as JSON. */
export function resultText(part: ToolResult): string {
  if (typeof part.output === 'string') return part.output;
  return part.output
    .map((piece) => {
      if (piece.type === 'text') return piece.text;
      return piece.type === 'attachment' ? attachmentLine(piece) : JSON.stringify(piece.value);
    })
    .join('\n');
}

/** Files and images of a part, those inside a tool result included. */
export function attachmentsIn(part: Part): readonly Attachment[] {
  if (part.type === 'attachment') return [part];
  if (part.type !== 'tool-result' || typeof part.output === 'string') return [];
  return part.output.filter((piece) => piece.type === 'attachment');
}

/** Whether files or images are among the parts of a message, those inside a tool result included. */
export function holdsFiles({ parts }: Message): boolean {
  for (const part of parts)
    if (part.type === 'attachment' || (part.type === 'tool-result' && attachmentsIn(part).length > 0)) return true;
  return false;
}

/** Name, type and size of an attachment in one line. */
export function attachmentLine({ name, mediaType, bytes }: Attachment): string {
  const size = bytes === undefined ? '' : `, ${formatCount(bytes)} bytes`;
  return `${name ?? 'unnamed'} (${mediaType}${size})`;
}

/** A message of one text part. */
export function textMessage(role: Role, text: string): Message {
  return { role, parts: [{ type: 'text', text }] };
}

/** All words of a message, for previews and searches. */
export function messageText(message: Message): string {
  let words = '';
  for (const part of message.parts) {
    const text =
      part.type === 'tool-result' ? resultText(part) : part.type === 'text' || part.type === 'reasoning' ? part.text : '';
    if (text !== '') words += words === '' ? text : `\n${text}`;
  }
  return words;
}
