import { nearestCommand, PROBLEMS } from '@tenfold/contract';
import { Problem } from '../../../api/problem.ts';

/** A command and the flags it takes. */
export interface SlashCommand {
  readonly name: string;
  readonly about: string;
  readonly flags: readonly { readonly flag: string; readonly about: string }[];
  /** What may follow, for commands that take words. */
  readonly example?: string;
}

const COMPACT_FLAGS = [
  { flag: '--fast', about: 'with the small, quick model' },
  { flag: '--force', about: 'also when there is little to gain' },
  { flag: '--keep', about: 'tokens of recent messages to leave as they are' },
] as const;

/** Every command. They never reach the model. */
const COMMANDS: readonly SlashCommand[] = [
  { name: '/compact', about: 'Condense the conversation', flags: COMPACT_FLAGS },
  { name: '/summarize', about: 'The same as /compact', flags: COMPACT_FLAGS },
  { name: '/save-progress', about: 'Save a checkpoint', flags: [], example: '"label"' },
  { name: '/settings', about: 'Open the settings', flags: [] },
];

/** What could be written next. */
export interface Completion {
  /** The whole line after taking it. */
  readonly line: string;
  readonly about: string;
  /** What running the line would come to, for lines that condense. */
  readonly estimate: 'plain' | 'fast' | null;
}

/** Why a line cannot be run: there is no such command. Null where there is. Some commands are of this page, so the server is not asked. */
export function unknownCommand(line: string): Problem | null {
  const [name = ''] = line.trim().split(/\s/, 1);
  const known = COMMANDS.map((command) => command.name);
  if (known.includes(name.toLowerCase())) return null;
  const nearest = nearestCommand(name.toLowerCase(), known);
  const [status, title] = PROBLEMS['unknown-command'];
  return new Problem({
    code: 'unknown-command',
    status,
    title,
    detail: `There is no command ${name}.${nearest === null ? '' : ` Did you mean ${nearest}?`}`,
    kept: 'Nothing was sent to the model.',
    todo: `The commands are ${known.slice(0, -1).join(', ')} and ${known.at(-1)}.`,
    ...(nearest === null ? {} : { nearest }),
  });
}

/** Whether a line can be run as it stands. */
export function isComplete(text: string): boolean {
  const [name = '', ...words] = text.trim().split(/\s+/);
  const command = COMMANDS.find((one) => one.name === name.toLowerCase());
  if (command === undefined) return false;
  return (
    command.flags.length === 0 || (words.at(-1) !== '--keep' && !words.some((word) => /^-/.test(word) && !knows(command, word)))
  );
}

/** What could follow, for a line that begins a command; nothing for any other text. */
export function completions(text: string): readonly Completion[] {
  if (!/^\/[a-z-]*(\s[^\n]*)?$/i.test(text)) return [];
  const words = text.split(/\s+/);
  const name = (words[0] ?? '').toLowerCase();
  if (words.length === 1) {
    return COMMANDS.filter((command) => command.name.startsWith(name)).flatMap((command) => [
      completion(command.example === undefined ? command.name : `${command.name} `, command.about),
      ...(name === '/summarize' || command.name !== '/compact' ? [] : flagsAfter(command, [command.name], '')),
    ]);
  }
  const command = COMMANDS.find((one) => one.name === name);
  if (command === undefined) return [];
  return flagsAfter(command, words.slice(0, -1), words.at(-1) ?? '');
}

function flagsAfter(command: SlashCommand, before: readonly string[], begun: string): Completion[] {
  return command.flags
    .filter(({ flag }) => flag.startsWith(begun) && flag !== begun && !before.includes(flag))
    .map(({ flag, about }) => completion(`${before.join(' ')} ${flag}${flag === '--keep' ? ' ' : ''}`, about));
}

function completion(line: string, about: string): Completion {
  const condenses = /^\/(compact|summarize)/.test(line) && !/--keep/.test(line);
  return { line, about, estimate: condenses ? (line.includes('--fast') ? 'fast' : 'plain') : null };
}

function knows(command: SlashCommand, word: string): boolean {
  return command.flags.some(({ flag }) => word === flag || word.startsWith(`${flag}=`));
}
