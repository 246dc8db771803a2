import type { Message, Part } from '../message.ts';
import { foldPart } from '../part-folds.ts';
import { callStrings, withCallStrings } from './call-strings.ts';
import { BLOCK, type CopiedFrom, LITERAL, looksFolded, readReference } from './marks.ts';
import { readableLines, readableText } from './readable.ts';
import { isToolOutput } from './tool-use.ts';
import { type Above, isReason, unfold } from './unfold.ts';

/**
 * The decoder: sees only rendered messages and gives back the originals of everything folded losslessly. What was
 * summarized, cut or suppressed stays as it is shown, and so does a reference whose origin is not there.
 */
export function rebuild(messages: readonly Message[]): readonly Message[] {
  const places = new Map<number, readonly Part[]>();
  const above = aboveIn(places);
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
  if (part.type === 'tool-call') return { ...part, input: withCallStrings(part, (text) => unfold(text, above).text) };
  if (part.type === 'text' && !holdsOutput(part.text, above)) return part;
  const { text, block } = unfold(readableText(part) as string, above);
  return block && part.type === 'tool-result' ? { ...part, output: [{ type: 'text', text }] } : foldPart(part, text);
}

/** What a user wrote is never folded: only a tool's output in the user's role is, or what would be taken for one. */
export function holdsOutput(text: string, above: Above): boolean {
  return text.startsWith(`${LITERAL}\n`) || isToolOutput(unfold(text, above).text);
}

/** Only results, user text some agents carry them in, and strings of calls are ever folded losslessly. */
function isFolded({ role }: Message, part: Part): boolean {
  if (part.type === 'tool-call') return callStrings(part).some(looksFolded);
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
    if (part.type === 'text' || !isFolded(message, part)) continue;
    for (const text of part.type === 'tool-call' ? callStrings(part) : [readableText(part) as string]) {
      const [first = '', second = ''] = (text.startsWith(`${BLOCK}\n`) ? text.slice(BLOCK.length + 1) : text).split('\n', 2);
      const reference = readReference(isReason(first) ? second : first);
      if (reference !== null) return reference.place.message + reference.ago;
    }
  }
  return null;
}

/** What can be read at places, given the parts of each message by its position. */
export function aboveIn(places: ReadonlyMap<number, readonly Part[]>): Above {
  return {
    text: (place) => readAt(places, place, readableText),
    lines: (place) => readAt(places, place, readableLines),
  };
}

function readAt<Value>(
  places: ReadonlyMap<number, readonly Part[]>,
  { message, part }: CopiedFrom,
  read: (part: Part) => Value | null,
): Value | null {
  let left = part;
  for (const candidate of places.get(message) ?? []) {
    if (readableText(candidate) !== null && --left === 0) return read(candidate);
  }
  return null;
}
