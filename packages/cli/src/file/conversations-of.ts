import { counted } from '@tenfold/core';
import { type Conversation, FormatError, readConversations } from '@tenfold/dialects';
import { BadInput } from '../bad-input.ts';
import { tame } from '../draw/width.ts';
import { learnLimits, modelOf } from '../model-choice.ts';
import { nameOf, readText } from './read-text.ts';

/** Which conversation of a file is meant, all of them when nothing is said, and the model it is looked at for. */
export interface Pick {
  readonly model?: string;
  readonly id?: string;
  readonly line?: number;
}

/** The conversations of a file that are meant, in order; at least one. The limits of their models are known from then on. */
export async function conversationsOf(file: string, pick: Pick = {}): Promise<readonly Conversation[]> {
  return conversationsIn(await readText(file), file, pick);
}

/** The same of a text in hand, which messages call by this name. */
export async function conversationsIn(text: string, file: string, pick: Pick = {}): Promise<readonly Conversation[]> {
  const meant = pickFrom(readAll(file, text, pick), pick, file);
  await learnLimits(meant.map((conversation) => modelOf(conversation, pick.model)));
  return meant;
}

function pickFrom(all: readonly Conversation[], pick: Pick, file: string): readonly Conversation[] {
  if (pick.id !== undefined) return [byId(all, pick.id, file)];
  if (pick.line !== undefined) return [byLine(all, pick.line, file)];
  return all;
}

function readAll(file: string, text: string, pick: Pick): readonly Conversation[] {
  try {
    const all = readConversations(text);
    if (all.length > 0) return all;
    throw new FormatError({ expected: 'a conversation', found: 'a transcript in which nothing was said' });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const whole = wholeOnes(text);
    const isPicked = pick.id !== undefined || (pick.line !== undefined && pick.line !== error.line);
    if (isPicked && whole.length > 0) return whole;
    const line = error.line === undefined ? '' : `line ${error.line}: `;
    const todo =
      whole.length === 0 ? '' : `; --line or --id picks from the ${counted(whole.length, 'conversation')} that can be read`;
    throw new BadInput(`${nameOf(file)}: ${line}expected ${error.expected}, found ${tame(error.found)}${todo}`);
  }
}

/** Conversations that stand on lines of their own, where other lines cannot be read. */
function wholeOnes(text: string): readonly Conversation[] {
  try {
    const found = readConversations(text, { unreadable: 'skip' });
    // A line of a message that cannot be read is a piece of the only conversation there is.
    return found.filter(({ format }) => format.container !== 'message-lines').map(({ skippedLines: _, ...whole }) => whole);
  } catch {
    return [];
  }
}

/** The conversation of that id; a piece of an id will do when only one has it. */
function byId(all: readonly Conversation[], id: string, file: string): Conversation {
  const exact = all.filter((conversation) => conversation.id === id);
  const near = exact.length > 0 ? exact : all.filter((conversation) => conversation.id?.includes(id));
  if (near.length === 1) return near[0] as Conversation;
  const lines = near.map(({ line }) => line).join(', ');
  const several =
    exact.length > 1 ? `${near.length} of that id, on lines ${lines} (--line picks one)` : `${near.length}: ${list(near)}`;
  const found = near.length === 0 ? `none among ${list(all)}` : several;
  throw new BadInput(`${nameOf(file)}: expected one conversation with the id ${JSON.stringify(id)}, found ${found}`);
}

function byLine(all: readonly Conversation[], line: number, file: string): Conversation {
  const found = all.find((conversation) => conversation.line === line);
  if (found !== undefined) return found;
  const lines = all.map((conversation) => conversation.line);
  const where = lines.length === 1 ? `one on line ${lines[0]}` : `${lines.length}, on lines ${lines[0]} to ${lines.at(-1)}`;
  throw new BadInput(`${nameOf(file)}: expected a conversation that starts on line ${line}, found ${where}`);
}

const SHOWN_IDS = 4;

function list(conversations: readonly Conversation[]): string {
  const ids = conversations.map(({ id, line }) => (id === undefined ? `line ${line}` : tame(id)));
  const more = ids.length > SHOWN_IDS ? ` and ${ids.length - SHOWN_IDS} more` : '';
  return `${ids.slice(0, SHOWN_IDS).join(', ')}${more}`;
}
