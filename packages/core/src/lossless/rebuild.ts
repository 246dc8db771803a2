import type { Message, Part } from '../message.ts';
import { foldPart } from '../part-folds.ts';
import { LITERAL, looksFolded, type Place, readReference } from './marks.ts';
import { readableLines, readableText } from './readable.ts';
import { isToolOutput } from './tool-use.ts';
import { type Above, unfold } from './unfold.ts';

/**
 * The decoder: sees only rendered messages and gives back the originals of everything folded losslessly. What was
 * summarised, cut or suppressed stays as it is shown, and so does a reference whose origin is not there.
 */
export function rebuild(messages: readonly Message[]): readonly Message[] {
  const places = new Map<number, readonly Part[]>();
  const above: Above = {
    text: (place) => textAt(partAt(places, place)),
    lines: (place) => linesAt(partAt(places, place)),
  };
  let position = 0;
  return messages.map((message) => {
    if (message.role === 'summary') {
      position += coveredBy(message);
      return message;
    }
    position = statedPosition(message) ?? position;
    const rebuilt = rebuildMessage(message, above, (parts) => places.set(position, parts));
    places.set(position, rebuilt.parts);
    position++;
    return rebuilt;
  });
}

function rebuildMessage(message: Message, above: Above, seen: (parts: readonly Part[]) => void): Message {
  if (!message.parts.some((part) => isFolded(message, part))) return message;
  const parts: Part[] = [];
  for (const part of message.parts) {
    seen(parts);
    parts.push(isFolded(message, part) ? rebuildPart(part, above) : part);
  }
  return { ...message, parts };
}

function rebuildPart(part: Part, above: Above): Part {
  const text = unfold(readableText(part) as string, above);
  // What a user wrote is never folded; only a tool's output in the user's role is.
  return part.type === 'text' && !isToolOutput(text) ? part : foldPart(part, text);
}

/** Only results, and user text some agents carry them in, are ever folded losslessly. */
function isFolded({ role }: Message, part: Part): boolean {
  if (part.type === 'tool-result') return typeof part.output === 'string' && looksFolded(part.output);
  return part.type === 'text' && role === 'user' && looksFolded(part.text);
}

/** Messages a stand-in covers, as its fence says. */
function coveredBy(message: Message): number {
  const [part] = message.parts;
  const found = part?.type === 'text' ? /^A record of (\d+) earlier messages?,/mu.exec(part.text) : null;
  return Number(found?.[1] ?? 1);
}

/** A reference says where its origin is and how far back: so where it stands itself, whatever is hidden before it. */
function statedPosition(message: Message): number | null {
  for (const part of message.parts) {
    if (part.type !== 'tool-result' || !isFolded(message, part)) continue;
    const [first = '', second = ''] = (readableText(part) as string).split('\n', 2);
    if (first === LITERAL) continue;
    for (const line of [first, second]) {
      const reference = readReference(line);
      if (reference !== null) return reference.place.message + reference.ago;
    }
  }
  return null;
}

/** The readable part a place names. */
export function partAt(places: ReadonlyMap<number, readonly Part[]>, { message, part }: Place): Part | null {
  let left = part;
  for (const candidate of places.get(message) ?? []) {
    if (readableText(candidate) !== null && --left === 0) return candidate;
  }
  return null;
}

function textAt(part: Part | null): string | null {
  return part === null ? null : readableText(part);
}

function linesAt(part: Part | null): ReturnType<typeof readableLines> {
  return part === null ? null : readableLines(part);
}
