import { isRequest, type Writers, writersIn } from './injected.ts';
import type { Message } from './message.ts';
import { placesOf } from './places.ts';
import type { Transcript } from './transcript.ts';

const known = new WeakMap<Transcript, number>();

/**
 * Position of the latest request: the newest turn in which a person asked, told or attached something, the newest of the
 * user's role where none is sure to be a person's. The transcript's end where there is none at all. Remembered per transcript.
 */
export function requestOf(transcript: Transcript): number {
  let request = known.get(transcript);
  if (request === undefined) {
    request = latestRequest(transcript);
    known.set(transcript, request);
  }
  return request;
}

function latestRequest(transcript: Transcript): number {
  const places = placesOf(transcript);
  let writers: Writers | undefined;
  let spoken = transcript.length;
  for (let at = places.length - 1; at >= 0; at--) {
    const index = places[at] as number;
    const message = transcript[index]?.message;
    if (message === undefined || !isSpoken(message)) continue;
    if (spoken === transcript.length) spoken = index;
    // Where the model had ended its turn, whoever speaks makes it go on, however often the same was said before.
    if (endsTurn(transcript[index - 1]?.message)) {
      if (asks(message)) return index;
      continue;
    }
    writers ??= writersIn(transcript.map((entry) => entry.message));
    if (asks(message, writers)) return index;
  }
  return spoken;
}

function asks({ parts }: Message, writers?: Writers): boolean {
  return parts.some((part) => part.type === 'attachment' || (part.type === 'text' && isRequest(part.text, writers)));
}

/** True where an answer waits for no tool. */
function endsTurn(before: Message | undefined): boolean {
  return before?.role === 'assistant' && !before.parts.some(({ type }) => type === 'tool-call');
}

/** True for a user's own words or files, not for tool results that some wires carry in the user's role. */
function isSpoken({ role, parts }: Message): boolean {
  return role === 'user' && parts.some((part) => part.type !== 'tool-result');
}
