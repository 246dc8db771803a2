import { graphemeStart } from '../cut.ts';
import type { Json } from '../message.ts';
import type { Outcome } from './item.ts';

/** Characters of a command that are kept. */
const LONGEST_COMMAND = 120;

const SHELL_TOOL = /bash|shell|terminal|exec|command|run_|powershell|cmd/iu;
const FILE_TOOL = /edit|read|write|view|open|patch|replace|notebook|glob|grep|search|find|list|todo|task|plan|fetch|stdin/iu;

/** The first line of the command a tool call runs; null when it runs none. */
export function commandOf(name: string, input: Json): string | null {
  const script = scriptOf(name, input);
  const line = script === null ? null : firstLine(script);
  // Tools that edit files take a command of one word, such as “view”: that is a mode, not a command.
  return line !== null && isFileTool(name) && !/\s/u.test(line) ? null : line;
}

function scriptOf(name: string, input: Json): string | null {
  if (typeof input === 'string') return SHELL_TOOL.test(name) ? input : null;
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return null;
  const { command, cmd, script, code } = input as { readonly [key: string]: Json };
  const given = command ?? cmd ?? (SHELL_TOOL.test(name) ? (script ?? code) : undefined);
  if (typeof given === 'string') return given;
  if (!Array.isArray(given) || !given.every((word) => typeof word === 'string')) return null;
  // Some agents send the words: a shell with -c and its script, or a program with its arguments.
  const shell = given.findIndex((word) => /^-\w*c$/u.test(String(word)));
  return shell >= 0 && shell === given.length - 2 ? String(given.at(-1)) : given.join(' ');
}

function firstLine(script: string): string | null {
  const start = script.search(/\S/u);
  if (start < 0) return null;
  const newline = script.indexOf('\n', start);
  const line = script.slice(start, newline < 0 ? Math.min(script.length, start + 4_000) : newline).trimEnd();
  return line.length <= LONGEST_COMMAND ? line : line.slice(0, graphemeStart(line, LONGEST_COMMAND)).trimEnd();
}

const EXIT_CODE =
  /(?:exit(?:ed)?(?: with)?(?: code| status)?:?|exit[_-]?code["':=\s]{1,4}|<returncode>|return ?code:?|status code:?)\s{0,3}(-?\d{1,4})/iu;
/** How far into a result its head and tail are looked at for an exit code. */
const LOOK = 400;

/** How a command ended, by the result's mark or an exit code at its beginning or end. */
export function outcomeOf(result: string, isError: boolean): Outcome {
  if (isError) return 'failed';
  const head = EXIT_CODE.exec(result.slice(0, LOOK)) ?? (result.length > LOOK ? EXIT_CODE.exec(result.slice(-LOOK)) : null);
  return head === null || Number(head[1]) === 0 ? 'ok' : 'failed';
}

/** A call of any other tool in one line: its name and the short values it was given. */
export function invocationOf(name: string, input: Json): string {
  if (typeof input === 'string') return name;
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return name;
  const given: string[] = [];
  for (const [key, value] of Object.entries(input)) {
    const short = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    if (short !== '' && short.length <= 60 && !short.includes('\n')) given.push(`${key}=${short}`);
  }
  const line = given.length === 0 ? name : `${name} ${given.join(' ')}`;
  return line.length <= LONGEST_COMMAND ? line : line.slice(0, graphemeStart(line, LONGEST_COMMAND)).trimEnd();
}

/** True for tools that show, find or change files: what they answer is content, not news. */
export function isFileTool(name: string): boolean {
  return FILE_TOOL.test(name) && !SHELL_TOOL.test(name);
}
