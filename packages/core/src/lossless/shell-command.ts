import { type ShellWord, shellWords } from './shell-words.ts';
import type { ToolKind } from './tool-kinds.ts';

/** What a shell command comes down to. */
export interface ShellUse {
  readonly kind: ToolKind;
  /** File it reads or writes, as written; directories and patterns stay in the command. */
  readonly path?: string;
  /** Lines it reads of that file, 1-based, both included. */
  readonly lines?: readonly [number, number];
  /** Files it changes. */
  readonly writes?: readonly string[];
}

/** Longer commands are scripts: their beginning says enough. */
const LONGEST = 8000;
const LAST_LINE = Number.MAX_SAFE_INTEGER;
const PREPARES = new Set(['cd', 'export', 'set', 'pushd', 'echo', 'true']);
const LISTS = new Set(['ls', 'find', 'tree', 'fd', 'dir', 'git-ls-files', 'du']);
const SEARCHES = new Set(['grep', 'rg', 'ag', 'egrep', 'fgrep', 'ack', 'git-grep']);
const READS = new Set(['cat', 'head', 'tail', 'nl', 'sed', 'less', 'more', 'bat']);
const CHANGES = new Set(['mv', 'rm', 'cp', 'touch', 'tee', 'patch', 'truncate']);

/** What a command line does, by its first real command; anything unclear is simply executed. */
export function shellUse(command: string): ShellUse {
  const words = shellWords(command.slice(0, LONGEST));
  const commands = simpleCommands(words).filter(([name]) => name !== undefined && !PREPARES.has(name));
  const writes = [...redirected(words), ...commands.flatMap(changedFiles), ...patchedFiles(command)];
  const [first] = commands;
  if (first === undefined || writes.length > 0) return { kind: 'execute', ...(writes.length > 0 ? { writes } : {}) };
  const name = first[0] === 'git' ? `git-${first[1]}` : (first[0] as string);
  if (LISTS.has(name)) return { kind: 'list' };
  if (SEARCHES.has(name)) return { kind: 'search' };
  if (!READS.has(name) || commands.length > 1) return { kind: 'execute' };
  return fileRead(name, first.slice(1)) ?? { kind: 'execute' };
}

/** Words of each command of a line; what is piped on (`| head`) belongs to the command it reads from. */
function simpleCommands(words: readonly ShellWord[]): readonly string[][] {
  const commands: string[][] = [[]];
  let skipped = false;
  for (const { text, operator } of words) {
    if (!operator) {
      if (!skipped) commands.at(-1)?.push(text);
    } else if (text === '&&' || text === '||' || text === ';' || text === '\n') {
      commands.push([]);
      skipped = false;
    } else skipped = true;
  }
  return commands.filter((command) => command.length > 0);
}

function fileRead(name: string, words: readonly string[]): ShellUse | null {
  const options = words.filter((word) => word.startsWith('-'));
  const files = words.filter((word) => !word.startsWith('-') && !/^\d+$/u.test(word));
  if (name === 'sed') return options.some((option) => /^-n|^--quiet|^--silent/u.test(option)) ? sedRead(files) : null;
  const [path, more] = files;
  if (path === undefined || more !== undefined) return null;
  const count = /-n ?(\d+)|-(\d+)/u.exec(words.join(' '));
  const lines = Number(count?.[1] ?? count?.[2] ?? 10);
  if (name === 'head') return { kind: 'read', path, lines: [1, lines] };
  if (name === 'tail') return { kind: 'read', path, lines: [LAST_LINE - lines, LAST_LINE] };
  return { kind: 'read', path };
}

function sedRead([script = '', path, more]: readonly string[]): ShellUse | null {
  const range = /^(\d+)(?:,(\d+|\$))?p$/u.exec(script);
  if (range === null || path === undefined || more !== undefined) return null;
  const last = range[2] === '$' ? LAST_LINE : Number(range[2] ?? range[1]);
  return { kind: 'read', path, lines: [Number(range[1]), last] };
}

/** Files a line writes its output into. */
function redirected(words: readonly ShellWord[]): readonly string[] {
  return words.flatMap(({ text, operator }, at) => {
    const next = words[at + 1];
    const isWrite = operator && (text === '>' || text === '>>') && next !== undefined && !next.operator;
    return isWrite && next.text !== '/dev/null' ? [next.text] : [];
  });
}

/** Files a command edits in place, moves or restores. */
function changedFiles([name = '', ...rest]: readonly string[]): readonly string[] {
  const files = rest.filter((word) => /[./]/u.test(word) && !word.startsWith('-'));
  if (CHANGES.has(name)) return files;
  if (name === 'git') return ['checkout', 'restore', 'apply'].includes(rest[0] ?? '') ? files : [];
  const isInPlace = (name === 'sed' || name === 'perl') && rest.some((word) => /^-[a-z]*i/u.test(word) || word === '--in-place');
  // The first word that is no option is the script.
  return isInPlace ? rest.filter((word) => !word.startsWith('-')).slice(1) : [];
}

function patchedFiles(command: string): readonly string[] {
  if (!command.includes('*** ')) return [];
  const found = command.matchAll(/^\*\*\* (?:Update|Add|Delete) File: (.+)$/gmu);
  return [...found].flatMap(([, path]) => path?.trim() ?? []);
}
