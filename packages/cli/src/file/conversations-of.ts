import { counted } from '@tenfold/core';
import { type Conversation, conversationReader, FormatError, type Sliced } from '@tenfold/dialects';
import { BadInput } from '../bad-input.ts';
import { tame } from '../draw/width.ts';
import { learnLimits, modelOf } from '../model-choice.ts';
import { nameOf, readPieces, readText } from './read-text.ts';

/** Which conversation of a file is meant, all of them when nothing is said, and the model it is looked at for. */
export interface Pick {
  readonly model?: string;
  readonly id?: string;
  readonly line?: number;
}

/** The conversations of a file that are meant, in order; at least one. The limits of their models are known from then on. */
export async function conversationsOf(file: string, pick: Pick = {}): Promise<readonly Conversation[]> {
  return listed(eachConversation(file, pick));
}

/** The same with the text of each, so that they can be written back in kind. */
export async function sourcesOf(file: string, pick: Pick = {}): Promise<readonly Conversation[]> {
  return conversationsIn(await readText(file), file, pick);
}

/** The same of a text in hand, which messages call by this name. */
export async function conversationsIn(text: string, file: string, pick: Pick = {}): Promise<readonly Conversation[]> {
  return listed(picked(readEach([text], file, pick, { source: true }), file, pick));
}

/** The same one by one, since a file may hold more than there is room for; what is wrong with it may show behind them. */
export function eachConversation(file: string, pick: Pick = {}): AsyncIterable<Conversation> {
  return picked(readEach(readPieces(file), file, pick, { source: false, pieces: PIECES }), file, pick);
}

/** Characters by which the format of a long file is told, and those of a long conversation that are read at a time. */
const PIECES = { head: 2_000_000, piece: 1_000_000 };

async function listed(conversations: AsyncIterable<Conversation>): Promise<readonly Conversation[]> {
  const all: Conversation[] = [];
  for await (const conversation of conversations) all.push(conversation);
  return all;
}

/** Every conversation that can be read, whole. Behind them the file is refused for what cannot, unless the one that is meant is among them. */
async function* readEach(
  text: Iterable<string> | AsyncIterable<string>,
  file: string,
  pick: Pick,
  options: Parameters<typeof conversationReader>[0],
): AsyncGenerator<Conversation, void, undefined> {
  const reader = conversationReader({ ...options, unreadable: 'skip' });
  let count = 0;
  let last: Conversation | undefined;
  const whole = function* (read: readonly Conversation[]) {
    for (const next of read) {
      if (next.isMore && last !== undefined) last = joined(last, next);
      else {
        if (last !== undefined) yield last;
        last = next;
        count++;
      }
    }
  };
  try {
    for await (const piece of text) yield* whole(finished(reader.push(piece)));
    yield* whole(finished(reader.end()));
  } catch (error) {
    throw error instanceof FormatError ? refusal(file, error, 0) : error;
  }
  if (last === undefined)
    throw refusal(file, new FormatError({ expected: 'a conversation', found: 'a transcript in which nothing was said' }), 0);
  const { container, importedFrom } = last.format;
  const { first, lines, count: left } = reader.skipped;
  if (left > 0 && importedFrom !== undefined) return yield { ...last, skippedLines: lines, skippedCount: left };
  // A line of a message that cannot be read is a piece of the only conversation there is.
  const others = container === 'message-lines' ? 0 : count;
  const isElsewhere = pick.id !== undefined || (pick.line !== undefined && pick.line !== first?.line);
  if (first !== undefined && !(isElsewhere && others > 0)) throw refusal(file, first, others);
  yield last;
}

/** A conversation with a further piece of it, which may say how it is called. */
function joined(one: Conversation, more: Conversation): Conversation {
  const { id, title, model } = more;
  const told = { ...(id && { id }), ...(title && { title }), ...(model && { model }) };
  return { ...one, ...told, frame: { ...one.frame, ...more.frame }, messages: [...one.messages, ...more.messages] };
}

function finished<T>(work: Sliced<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value as T;
  }
}

function refusal(file: string, { line, expected, found }: FormatError, others: number): BadInput {
  const where = line === undefined ? '' : `line ${line}: `;
  const todo = others === 0 ? '' : `; --line or --id picks from the ${counted(others, 'conversation')} that can be read`;
  return new BadInput(`${nameOf(file)}: ${where}expected ${expected}, found ${tame(found)}${todo}`);
}

async function* picked(all: AsyncIterable<Conversation>, file: string, { id, line, model }: Pick): AsyncGenerator<Conversation> {
  if (id !== undefined) yield await learnt(await byId(all, id, file), model);
  else if (line !== undefined) yield await learnt(await byLine(all, line, file), model);
  else for await (const conversation of all) yield await learnt(conversation, model);
}

async function learnt(conversation: Conversation, model: string | undefined): Promise<Conversation> {
  await learnLimits([modelOf(conversation, model)]);
  return conversation;
}

/** Conversations of some kind: how many there are, the first of them, and what some of them are called. */
class Found {
  count = 0;
  first: Conversation | undefined;
  readonly #names: string[] = [];

  add(conversation: Conversation, name: string | number = conversation.id ?? `line ${conversation.line}`): void {
    this.first ??= conversation;
    if (++this.count <= SHOWN) this.#names.push(tame(`${name}`));
  }

  get named(): string {
    const more = this.count > SHOWN ? ` and ${this.count - SHOWN} more` : '';
    return `${this.#names.join(', ')}${more}`;
  }
}

const SHOWN = 4;

/** The conversation of that id; a piece of an id will do when only one has it. */
async function byId(all: AsyncIterable<Conversation>, id: string, file: string): Promise<Conversation> {
  const [any, exact, near] = [new Found(), new Found(), new Found()];
  for await (const conversation of all) {
    any.add(conversation);
    if (conversation.id === id) exact.add(conversation, conversation.line);
    else if (conversation.id?.includes(id)) near.add(conversation);
  }
  const { first, count } = exact.count > 0 ? exact : near;
  if (first !== undefined && count === 1) return first;
  const several = exact.count > 1 ? `${count} of that id, on lines ${exact.named} (--line picks one)` : `${count}: ${near.named}`;
  const found = count === 0 ? `none among ${any.named}` : several;
  throw new BadInput(`${nameOf(file)}: expected one conversation with the id ${JSON.stringify(id)}, found ${found}`);
}

async function byLine(all: AsyncIterable<Conversation>, line: number, file: string): Promise<Conversation> {
  const [any, there] = [new Found(), new Found()];
  let end = 0;
  for await (const conversation of all) {
    any.add(conversation);
    end = conversation.line;
    if (end === line) there.add(conversation);
  }
  if (there.first !== undefined) return there.first;
  const begin = any.first?.line;
  const where = any.count === 1 ? `one on line ${begin}` : `${any.count}, on lines ${begin} to ${end}`;
  throw new BadInput(`${nameOf(file)}: expected a conversation that starts on line ${line}, found ${where}`);
}
