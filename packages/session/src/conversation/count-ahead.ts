import { type Counter, countSlices, type Message, type Part } from '@tenfold/core';
import { turnTaking } from '@tenfold/store';

/** Letters of a text that are counted in one go, and messages. */
const FEW_LETTERS = 1 << 16;
const FEW_MESSAGES = 4;

/** Counts messages a slice at a time, so that whoever measures them next finds it done and nobody waits meanwhile. */
export async function countAhead(messages: readonly Message[], count: Counter): Promise<void> {
  if (messages.length <= FEW_MESSAGES && messages.every(isShort)) return;
  const letOthers = turnTaking();
  for (const message of messages) {
    for (const text of message.parts.flatMap(longTexts)) for (const _ of countSlices(text)) await letOthers();
    count.message(message);
    await letOthers();
  }
}

/** True for a message of plain words that is counted in no time when somebody asks. */
function isShort({ parts }: Message): boolean {
  let letters = 0;
  for (const part of parts) letters += part.type === 'text' || part.type === 'reasoning' ? part.text.length : FEW_LETTERS;
  return letters < FEW_LETTERS;
}

function longTexts(part: Part): readonly string[] {
  if (part.type === 'tool-result')
    return typeof part.output === 'string' ? longOnly(part.output) : part.output.flatMap((piece) => longTexts(piece));
  // As a counter writes them.
  if (part.type === 'tool-call') return longOnly(JSON.stringify({ name: part.name, input: part.input }));
  if (part.type === 'opaque') return longOnly(JSON.stringify(part.value));
  return part.type === 'attachment' ? [] : longOnly(part.text);
}

function longOnly(text: string): readonly string[] {
  return text.length < FEW_LETTERS ? [] : [text];
}
