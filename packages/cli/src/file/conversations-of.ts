import { type Conversation, FormatError, readConversations } from '@tenfold/dialects';
import { BadInput } from '../bad-input.ts';
import { tame } from '../draw/width.ts';
import { nameOf, readText } from './read-text.ts';

/** Which conversation of a file is meant; all of them when nothing is said. */
export interface Pick {
  readonly id?: string;
  readonly line?: number;
}

/** The conversations of a file that are meant, in order; at least one. */
export async function conversationsOf(file: string, pick: Pick = {}): Promise<readonly Conversation[]> {
  const all = read(file, await readText(file));
  if (pick.id !== undefined) return [byId(all, pick.id, file)];
  if (pick.line !== undefined) return [byLine(all, pick.line, file)];
  return all;
}

function read(file: string, text: string): readonly Conversation[] {
  try {
    return readConversations(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const line = error.line === undefined ? '' : `line ${error.line}: `;
    throw new BadInput(`${nameOf(file)}: ${line}expected ${error.expected}, found ${tame(error.found)}`);
  }
}

/** The conversation of that id; a piece of an id will do when only one has it. */
function byId(all: readonly Conversation[], id: string, file: string): Conversation {
  const exact = all.find((conversation) => conversation.id === id);
  if (exact !== undefined) return exact;
  const near = all.filter((conversation) => conversation.id?.includes(id));
  if (near.length === 1) return near[0] as Conversation;
  const found = near.length === 0 ? `none among ${list(all)}` : `${near.length}: ${list(near)}`;
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
