import { type Attachment, holdsFiles, type Message, type Part, type ResultPart } from '@tenfold/core';
import { fileSource } from './attachment.ts';
import { actualType } from './file-kind.ts';
import { pictureSize, withinLimits } from './file-limits.ts';
import { inertAttachment } from './inert.ts';
import type { SendRules } from './sendable.ts';
import { fileText } from './text-file.ts';

/**
 * Messages whose pictures are as large as they are sent, and have no size where they go out by name alone: a picture weighs what is sent
 * of it. The same objects for the same messages, so that what was counted once is found counted.
 */
export function withSentPictures(
  messages: readonly Message[],
  rules: Pick<SendRules, 'takesFile' | 'files'>,
): readonly Message[] {
  if (!messages.some(holdsFiles)) return messages;
  const taken = messages.map((message) => (holdsFiles(message) ? withTakenFiles(message, rules) : message));
  const { messages: sent } = withinLimits(taken, rules.files ?? {});
  return messages.map((message, at) => (holdsFiles(message) ? measured(message, sent[at] as Message) : message));
}

/** A message with no files but those that are sent as what they are. */
function withTakenFiles(message: Message, { takesFile }: Pick<SendRules, 'takesFile'>): Message {
  const isTaken = (file: Attachment, where: 'message' | 'result' | 'nowhere') => {
    const source = fileSource(file);
    const mediaType = source?.type === 'base64' ? actualType(file.mediaType, source.data) : file.mediaType;
    return mediaType !== undefined && where !== 'nowhere' && takesFile({ ...file, mediaType }, where);
  };
  const parts = message.parts.map((part): Part => {
    if (part.type === 'attachment') return isTaken(part, message.role === 'user' ? 'message' : 'nowhere') ? part : NAME;
    if (part.type !== 'tool-result' || typeof part.output === 'string') return part;
    const output = part.output.map(
      (piece): ResultPart => (piece.type === 'attachment' && !isTaken(piece, 'result') ? NAME : piece),
    );
    return { ...part, output };
  });
  return { ...message, parts };
}

/** Stands where a file goes out by its name. */
const NAME = inertAttachment({ type: 'attachment', mediaType: '' });

const known = new WeakMap<Message, Map<string, Message>>();

/** A message with its pictures measured, by what is left of its files as it is sent. */
function measured(message: Message, sent: Message): Message {
  const isSent = (piece: Part | undefined) => piece?.type === 'attachment';
  const flags: boolean[] = [];
  for (const [at, part] of message.parts.entries()) {
    const other = sent.parts[at];
    if (part.type === 'attachment') flags.push(isSent(other));
    if (part.type !== 'tool-result' || typeof part.output === 'string') continue;
    const pieces = other?.type === 'tool-result' && typeof other.output !== 'string' ? other.output : [];
    for (const [index, piece] of part.output.entries()) if (piece.type === 'attachment') flags.push(isSent(pieces[index]));
  }
  const before = known.get(message) ?? new Map<string, Message>();
  known.set(message, before);
  const key = flags.map(Number).join('');
  const made = before.get(key) ?? withSizes(message, flags);
  before.set(key, made);
  return made;
}

/** A message with the size of each picture that is sent; `flags` has an item for each of its files. */
function withSizes(message: Message, flags: readonly boolean[]): Message {
  let next = 0;
  let isSame = true;
  const sized = (file: Attachment): Attachment => {
    const { image: said, ...rest } = file;
    const image = flags[next++] === true ? pictureSize(file) : undefined;
    if (fileText(file) !== undefined || (image?.width === said?.width && image?.height === said?.height)) return file;
    isSame = false;
    return image === undefined ? rest : { ...rest, image };
  };
  const parts = message.parts.map((part): Part => {
    if (part.type === 'attachment') return sized(part);
    if (part.type !== 'tool-result' || typeof part.output === 'string') return part;
    return { ...part, output: part.output.map((piece): ResultPart => (piece.type === 'attachment' ? sized(piece) : piece)) };
  });
  return isSame ? message : { ...message, parts };
}
