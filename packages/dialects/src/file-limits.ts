import type { Attachment, Message, Part, ResultPart } from '@tenfold/core';
import { fileSource } from './attachment.ts';
import { imageSize } from './image-size.ts';
import { inertAttachment } from './inert.ts';

/** What an API takes of files in one request, and refuses all of it where there is more. */
export interface FileLimits {
  /** Letters of base64 in one image, in one other file, and in all together. */
  readonly imageLetters?: number;
  readonly documentLetters?: number;
  readonly letters?: number;
  /** How many images, other files, and both together. */
  readonly images?: number;
  readonly documents?: number;
  readonly files?: number;
  /** Pixels of the longer side of an image. */
  readonly side?: number;
  /** Where there are more images than this, each has to have a shorter side. */
  readonly many?: { readonly images: number; readonly side: number };
}

/**
 * Messages with no more files than an API takes: the newest are sent, older ones by name. A picture that is refused once would
 * otherwise be refused with every message that follows it. `leftOut` has the number of its message for each that is sent by name.
 */
export function withinLimits(
  messages: readonly Message[],
  limits: FileLimits,
): { readonly messages: readonly Message[]; readonly leftOut: readonly number[] } {
  if (!messages.some(({ parts }) => parts.some(mayHoldFile))) return { messages, leftOut: [] };
  const { many } = limits;
  const chosen = choose(messages, limits);
  return many !== undefined && chosen.images > many.images && chosen.longest > many.side
    ? choose(messages, { ...limits, images: many.images })
    : chosen;
}

function mayHoldFile(part: Part): boolean {
  return part.type === 'attachment' || (part.type === 'tool-result' && typeof part.output !== 'string');
}

function choose(messages: readonly Message[], limits: FileLimits) {
  const { imageLetters = MOST, documentLetters = MOST, side: longestSide = MOST, letters: mostLetters = MOST } = limits;
  let [images, documents, letters, longest] = [0, 0, 0, 0];
  const leftOut: number[] = [];
  const fits = (file: Attachment, at: number): boolean => {
    const isImage = file.mediaType.startsWith('image/');
    const source = fileSource(file);
    const length = source?.type === 'base64' ? source.data.length : 0;
    const side = isImage ? sideOf(file) : 0;
    const isTaken =
      length <= (isImage ? imageLetters : documentLetters) &&
      side <= longestSide &&
      letters + length <= mostLetters &&
      (isImage ? images < (limits.images ?? MOST) : documents < (limits.documents ?? MOST)) &&
      images + documents < (limits.files ?? MOST);
    if (!isTaken) {
      leftOut.push(at);
      return false;
    }
    if (isImage) images++;
    else documents++;
    letters += length;
    longest = Math.max(longest, side);
    return true;
  };
  const sent = [...messages];
  for (const [at, message] of [...messages.entries()].reverse()) {
    if (!message.parts.some(mayHoldFile)) continue;
    const parts = message.parts.toReversed().map((part) => fittingPart(part, (file) => fits(file, at)));
    if (leftOut.at(-1) === at) sent[at] = { ...message, parts: parts.reverse() };
  }
  return { messages: leftOut.length === 0 ? messages : sent, leftOut: leftOut.reverse(), images, longest };
}

const MOST = Number.POSITIVE_INFINITY;

function fittingPart(part: Part, fits: (file: Attachment) => boolean): Part {
  if (part.type === 'attachment') return fits(part) ? part : inertAttachment(part);
  if (part.type !== 'tool-result' || typeof part.output === 'string') return part;
  const given = part.output;
  const output = given
    .toReversed()
    .map((piece): ResultPart => (piece.type === 'attachment' && !fits(piece) ? inertAttachment(piece) : piece))
    .reverse();
  if (output.every((piece, at) => piece === given[at])) return part;
  const isText = output.every((piece) => piece.type === 'text');
  return { ...part, output: isText ? output.map(({ text }) => text).join('\n') : output };
}

/** Measured once: a request is made of the same files again and again. */
const sizes = new WeakMap<Attachment, NonNullable<Attachment['image']> | null>();

/** What an image measures by what is in it; nothing where that is elsewhere or not read. */
function sizeIn(file: Attachment): NonNullable<Attachment['image']> | null {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const source = file.mediaType.startsWith('image/') ? fileSource(file) : undefined;
  const size = (source?.type === 'base64' ? imageSize(source.data) : undefined) ?? null;
  sizes.set(file, size);
  return size;
}

/** What a picture measures, by what is said of it where it does not say so itself. */
export function pictureSize(file: Attachment): Attachment['image'] {
  return sizeIn(file) ?? file.image;
}

/** Pixels of the longer side of an image, by what is in it and not by what is said of it; 0 where it is not known. */
function sideOf(file: Attachment): number {
  const { width, height } = sizeIn(file) ?? { width: 0, height: 0 };
  return Math.max(width, height);
}
