import { api as contract, nearestCommand, type Session, type TurnWish } from '@tenfold/contract';
import { drawStatus } from '../draw/status.ts';
import { drawTable } from '../draw/table.ts';
import { tame, tameText, wrapped } from '../draw/width.ts';
import type { Screen } from '../terminal.ts';
import { file } from './chat-file.ts';
import { COMMANDS } from './command-list.ts';
import type { CommandContext, CommandOutcome } from './command-outcome.ts';
import { redo, resume, rewind, undo } from './going-back.ts';
import { lab } from './lab-command.ts';
import { model } from './models-command.ts';
import { nth } from './nth.ts';

/** A command with its first word, its options, and all that was typed behind its name. */
type LocalArguments = [argument: string, options: readonly string[], rest: string];
type Local = (place: CommandContext, ...given: LocalArguments) => Promise<CommandOutcome>;

/** Answers what was said last; nothing is said anew. */
const answer =
  (overflow: TurnWish['overflow'] & string): Local =>
  async () => ({ text: '', send: { regenerate: true, overflow } });

const LOCAL: Readonly<Record<string, Local>> = {
  '/help': async ({ screen }) => ({ text: help(screen) }),
  '/quit': async () => ({ text: '', quit: true }),
  '/exit': async () => ({ text: '', quit: true }),
  '/new': async ({ api }) => ({ text: 'A new conversation.', open: (await api.call(contract.sessions.create, { body: {} })).id }),
  '/context': context,
  '/recall': recall,
  '/expand': expand,
  '/sessions': sessions,
  '/rewind': rewind,
  '/undo': undo,
  '/redo': redo,
  '/retry': answer('retry'),
  '/truncate': answer('truncate'),
  '/send-anyway': answer('send-anyway'),
  '/file': file,
  '/queue': queue,
  '/branches': branches,
  '/model': model,
  '/resume': resume,
  '/lab': lab,
};

/** Runs a line that begins with a slash: here where it is about this terminal, else on the server. */
export async function runCommand(line: string, place: CommandContext): Promise<CommandOutcome> {
  const [name = '', ...words] = line.trim().split(/\s+/);
  const options = words.filter((word) => word.startsWith('--'));
  const argument = words.find((word) => !word.startsWith('--')) ?? '';
  const local = Object.hasOwn(LOCAL, name) ? LOCAL[name] : undefined;
  if (local !== undefined) return local(place, argument, options, line.trim().slice(name.length).trim());
  // The server knows only its own, and would name those as all there are.
  if (!NAMES.includes(name)) return { text: unknown(name), bad: true };
  const { message, ok } = await place.api.call(contract.commands.run, { session: place.session, body: { line } });
  return { text: message, bad: !ok };
}

const NAMES = COMMANDS.map(([usage]) => usage.split(' ', 1)[0] ?? usage);

/** What there is to say of a command that there is not; one that was probably meant is named. */
function unknown(name: string): string {
  const nearest = nearestCommand(name, NAMES);
  const meant = nearest === null ? '' : ` Did you mean ${nearest}?`;
  return `There is no command ${tame(name)}.${meant} Nothing was sent to the model; /help lists the commands.`;
}

function help(screen: Screen): string {
  const widest = Math.max(...COMMANDS.map(([usage]) => usage.length)) + 2;
  const beside = width(screen) - widest;
  // Too narrow for two columns, each command has its words below it.
  if (beside < 30) return COMMANDS.map(([usage, does]) => `${usage}\n${wrapped(`  ${does}`, width(screen))}`).join('\n');
  return COMMANDS.map(
    ([usage, does]) => usage.padEnd(widest) + wrapped(does, beside).replaceAll('\n', `\n${' '.repeat(widest)}`),
  ).join('\n');
}

async function context({ api, session, screen }: CommandContext): Promise<CommandOutcome> {
  const status = await api.call(contract.contexts.status, { session });
  return { text: drawStatus(status, screen, Math.min(screen.columns, 80)).join('\n') };
}

async function recall({ api, session }: CommandContext, ...[, , words]: LocalArguments): Promise<CommandOutcome> {
  if (words === '') return { text: 'Say what to look for: /recall WORDS', bad: true };
  return { text: tameText((await api.call(contract.search.recall, { session, query: { q: words.slice(0, 1_000) } })).text) };
}

async function expand({ api, session }: CommandContext, record: string): Promise<CommandOutcome> {
  if (record === '') return { text: 'Say which record or message: /expand RECORD', bad: true };
  return { text: tameText((await api.call(contract.search.expand, { session, record })).text) };
}

async function sessions({ api, screen, session: here }: CommandContext, argument: string): Promise<CommandOutcome> {
  const isNumber = /^\d+$/.test(argument);
  const query = isNumber ? { limit: 500 } : { q: argument, limit: 20 };
  const { sessions: all } = await api.call(contract.sessions.list, { query });
  if (isNumber) {
    const found = nth(all, argument);
    if (found === undefined) return { text: `There is no conversation ${argument}; there are ${all.length}.`, bad: true };
    return { text: `Opened ${titleOf(found)}.`, open: found.id };
  }
  if (argument !== '' && all.length === 0) return { text: `No conversation is called ${argument}.`, bad: true };
  if (argument !== '' && all.length === 1 && all[0] !== undefined) return { text: `Opened ${titleOf(all[0])}.`, open: all[0].id };
  const columns = [
    { title: '', align: 'right' as const },
    { title: '' },
    { title: '', least: 12 },
    { title: '', least: 12, spare: 1 },
  ];
  const rows = all.map((one, index) => [
    String(index + 1),
    one.id === here ? '•' : '',
    titleOf(one),
    tame(one.lastMessage ?? ''),
  ]);
  const lines = drawTable(columns, rows, width(screen), screen);
  return {
    text:
      lines.length === 0
        ? 'There is no conversation yet.'
        : [...lines, argument === '' ? '/sessions N opens one.' : 'More words find fewer; the only one is opened.'].join('\n'),
  };
}

function titleOf({ title, lastMessage }: Session): string {
  return tame(title) || tame(lastMessage ?? '') || 'New conversation';
}

/** Room beside the edge, so that the terminal does not wrap a full line. */
function width({ columns }: Screen): number {
  return columns - 1;
}

/** Lists the branches of a conversation, or goes on with one. */
async function branches({ api, session }: CommandContext, argument: string): Promise<CommandOutcome> {
  const { branches: all } = await api.call(contract.branches.list, { session });
  if (argument === '') {
    const lines = all.map(
      ({ name, label, current, entries }, index) =>
        `${String(index + 1).padStart(3)} ${current ? '•' : ' '} ${tame(label ?? name)} (${entries === 1 ? '1 message' : `${entries} messages`})`,
    );
    return {
      text: [...lines, all.length === 1 ? '/retry and editing make others.' : '/branches N goes on with one.'].join('\n'),
    };
  }
  const found = nth(all, argument);
  if (found === undefined) return { text: `There is no branch ${tame(argument)}. /branches lists them.`, bad: true };
  await api.call(contract.branches.switch, { session, body: { branch: found.name } });
  return { text: `On ${tame(found.label ?? found.name)}.`, open: session };
}

/** Lists messages that wait for their turn, or takes one back into the field. */
async function queue({ api, session }: CommandContext, argument: string): Promise<CommandOutcome> {
  const { messages } = await api.call(contract.turns.queue, { session });
  if (messages.length === 0) return { text: 'Nothing waits. What you send while an answer comes does.' };
  if (argument === '') {
    const lines = messages.map(({ text }, index) => `${String(index + 1).padStart(3)}  ${tame(text)}`);
    return { text: [...lines, '/queue N takes one back.'].join('\n') };
  }
  const found = nth(messages, argument);
  if (found === undefined) return { text: `Nothing waits as number ${tame(argument)}. /queue lists what does.`, bad: true };
  const { text } = await api.call(contract.turns.withdraw, { session, message: found.id });
  return { text: 'Taken back; it is in the field again.', draft: text };
}
