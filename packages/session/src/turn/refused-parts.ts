import { type Attachment, contentHash, type JsonObject, type Message, type Part, type ResultPart } from '@tenfold/core';
import { aiSdk, fileText, inertAttachment } from '@tenfold/dialects';
import type { Failure } from '../upstream/failure.ts';

/** How APIs say that they refuse thinking: that of another model or account, or some that was changed on its way. */
const THINKING = /thinking|thought|reasoning|\brs_|encrypted[ _]content|signature/i;
/** How they say that they refuse a file: it is damaged, locked, too long, or of a kind the model does not take. */
const FILES =
  /\b(?:images?|image_url|pdfs?|pages?|documents?|files?|file_data|media|attachments?|audio|videos?|inline_?data|base64|vision|multimodal)\b/i;
/** Refusals of what a request says; keys, money and addresses have others. */
const STATUSES: readonly (number | undefined)[] = [400, 404, 413, 415, 422, 500];

/** Parts by their names: what a model is asked without. */
export type Withheld = ReadonlySet<string>;

/** What a refused request is to be made without, and what was added to that. */
export interface LeftOut {
  readonly withheld: Withheld;
  readonly what: 'thinking' | 'files';
  readonly names: readonly string[];
}

/**
 * What to leave out of a request that was refused for something in it, which would otherwise be refused with every message that
 * follows: what is newest first, since the request before was taken. Nothing where the refusal is for something else.
 */
export function leftOutAfter({ message, status }: Failure, messages: readonly Message[], withheld: Withheld): LeftOut | null {
  if (!STATUSES.includes(status)) return null;
  if (THINKING.test(message)) {
    const thoughts = messages.flatMap(({ role, parts }) => (role === 'assistant' ? parts.filter(isThought).map(nameOf) : []));
    if (thoughts.some((name) => !withheld.has(name)))
      return { what: 'thinking', withheld: new Set([...withheld, ...thoughts]), names: [] };
  }
  if (!FILES.test(message)) return null;
  const request = messages.findLastIndex(({ role }) => role === 'user');
  for (const from of [request, 0]) {
    const files = messages.slice(from).flatMap(filesOf);
    const added = files.filter((file) => !withheld.has(nameOf(file)));
    if (added.length === 0) continue;
    const names = [...new Set(added.map(({ name, mediaType }) => name ?? mediaType))];
    return { what: 'files', withheld: new Set([...withheld, ...files.map(nameOf)]), names };
  }
  return null;
}

/** Messages without what a model is asked without: files stand by their names. */
export function withoutParts(messages: readonly Message[], withheld: Withheld): readonly Message[] {
  const isWithheld = (part: Part) => withheld.has(nameOf(part));
  const named = (file: Attachment) => (isFile(file) && isWithheld(file) ? inertAttachment(file) : file);
  return messages.map((message) => ({
    ...message,
    parts: message.parts.flatMap((part): readonly Part[] => {
      if (part.type === 'attachment') return [named(part)];
      if (part.type === 'tool-result' && typeof part.output !== 'string')
        return [
          { ...part, output: part.output.map((piece): ResultPart => (piece.type === 'attachment' ? named(piece) : piece)) },
        ];
      if (message.role !== 'assistant' || !isThought(part) || !isWithheld(part)) return [part];
      return part.type === 'reasoning' ? [] : [withoutSignature(part)];
    }),
  }));
}

/** Thinking, and what else of an answer a provider has put its signature to. */
function isThought(part: Part): boolean {
  if (part.type === 'reasoning') return true;
  return part.type !== 'opaque' && part.extra?.[aiSdk.id] !== undefined;
}

function withoutSignature(part: Part): Part {
  if (part.type === 'opaque') return part;
  const { [aiSdk.id]: _, ...extra } = part.extra ?? {};
  return { ...part, extra };
}

/** A file that goes out as one: text goes out as text. */
function isFile(file: Attachment): boolean {
  return fileText(file) === undefined;
}

function filesOf({ parts }: Message): readonly Attachment[] {
  return parts
    .flatMap((part): readonly Part[] => (part.type === 'tool-result' && typeof part.output !== 'string' ? part.output : [part]))
    .filter((part) => part.type === 'attachment')
    .filter(isFile);
}

/** Letters of a file that its name is made of, at its beginning, middle and end: it may have millions. */
const PIECE = 512;

/** A part by what is in it. */
function nameOf(part: Part): string {
  if (part.type !== 'attachment') return contentHash(JSON.stringify(part));
  const { data, ...source } = (part.source ?? {}) as JsonObject;
  const letters = typeof data === 'string' ? data : '';
  const pieces = [0, letters.length >> 1, letters.length - PIECE].map((from) => letters.slice(Math.max(0, from)).slice(0, PIECE));
  return contentHash(JSON.stringify([part.mediaType, part.name ?? '', source, letters.length, ...pieces]));
}
