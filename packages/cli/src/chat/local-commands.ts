import { drawStatus } from '../draw/status.ts';
import { tame } from '../draw/width.ts';
import type { Screen } from '../terminal.ts';
import type { ChatApi, ChatCheckpoint, ChatSession, ChatStatus } from './api.ts';

/** What a command came to: words for the person, and where to go on. Nothing of it reaches the model. */
export interface CommandOutcome {
  readonly text: string;
  readonly bad?: boolean;
  /** Session to open next. */
  readonly open?: string;
  readonly quit?: true;
}

/** Where a command is given. */
export interface Place {
  readonly api: ChatApi;
  readonly session: string;
  readonly screen: Screen;
}

/** Commands with what they do, as help and completion show them. */
export const COMMANDS: readonly (readonly [usage: string, does: string])[] = [
  ['/compact [--force] [--fast] [--keep TOKENS]', 'condense the conversation'],
  ['/summarize', 'the same as /compact'],
  ['/save-progress ["label"]', 'keep a checkpoint'],
  ['/context', 'what fills the context'],
  ['/sessions [N]', 'list conversations, or open the Nth'],
  ['/rewind [N]', 'list checkpoints, or go back to the Nth on a new branch'],
  ['/new', 'start a conversation'],
  ['/help', 'this list'],
  ['/quit', 'leave; everything is kept'],
];

/** Runs a line that begins with a slash. */
export async function runCommand(line: string, place: Place): Promise<CommandOutcome> {
  const [name = '', argument = ''] = line.trim().split(/\s+/, 2);
  switch (name) {
    case '/help':
      return { text: COMMANDS.map(([usage, does]) => `${usage.padEnd(46)} ${does}`).join('\n') };
    case '/quit':
    case '/exit':
      return { text: '', quit: true };
    case '/new':
      return { text: 'A new conversation.', open: (await place.api.post<ChatSession>('/api/sessions', {})).id };
    case '/context':
      return context(place);
    case '/sessions':
      return sessions(place, argument);
    case '/rewind':
      return rewind(place, argument);
    default: {
      const { message, ok } = await place.api.post<{ message: string; ok: boolean }>(`/api/sessions/${place.session}/commands`, {
        line,
      });
      return { text: message, bad: !ok };
    }
  }
}

async function context({ api, session, screen }: Place): Promise<CommandOutcome> {
  const status = await api.get<ChatStatus>(`/api/sessions/${session}/status`);
  return { text: drawStatus(status, screen, Math.min(screen.columns, 80)).join('\n') };
}

async function sessions({ api }: Place, argument: string): Promise<CommandOutcome> {
  const { sessions: all } = await api.get<{ sessions: readonly ChatSession[] }>('/api/sessions');
  if (argument !== '')
    return chosen(all, argument, 'conversation', (session) => ({ text: `Opened ${tame(session.title)}.`, open: session.id }));
  const lines = all
    .slice(0, 20)
    .map(
      ({ title, lastMessage }, index) =>
        `${String(index + 1).padStart(3)}  ${tame(title)}  ${tame(lastMessage ?? '').slice(0, 40)}`,
    );
  return { text: lines.length === 0 ? 'There is no conversation yet.' : [...lines, '/sessions N opens one.'].join('\n') };
}

async function rewind({ api, session }: Place, argument: string): Promise<CommandOutcome> {
  const { checkpoints } = await api.get<{ checkpoints: readonly ChatCheckpoint[] }>(`/api/sessions/${session}/checkpoints`);
  if (argument === '') {
    const lines = checkpoints.slice(0, 20).map(({ label, createdAt, entries }, index) => {
      return `${String(index + 1).padStart(3)}  ${new Date(createdAt).toLocaleString()}  ${tame(label)}  (${entries} messages)`;
    });
    return {
      text:
        lines.length === 0
          ? 'There is no checkpoint yet. /save-progress keeps one.'
          : [...lines, '/rewind N goes back to one.'].join('\n'),
    };
  }
  const found = at(checkpoints, argument);
  if (found === undefined) return { text: `There is no checkpoint ${argument}. /rewind lists them.`, bad: true };
  await api.post(`/api/sessions/${session}/restore`, { checkpoint: found.id });
  return { text: `Back at "${tame(found.label)}", on a new branch. What came later is kept on the old one.`, open: session };
}

function chosen<T>(all: readonly T[], argument: string, what: string, then: (item: T) => CommandOutcome): CommandOutcome {
  const found = at(all, argument);
  return found === undefined ? { text: `There is no ${what} ${argument}; there are ${all.length}.`, bad: true } : then(found);
}

function at<T>(all: readonly T[], argument: string): T | undefined {
  return /^\d+$/.test(argument) ? all[Number(argument) - 1] : undefined;
}
