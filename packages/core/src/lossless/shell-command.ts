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

const WORD = /"((?:[^"\\]|\\.)*)"|'([^']*)'|((?:[^\s"'\\|&;<>()]|\\.)+)|(\|\||&&|>>|<<-?|[|&;<>()\n])/gu;
/** Longer commands are scripts: they run, and are not looked into. */
const LONGEST = 4000;
const LISTS = new Set(['ls', 'find', 'tree', 'fd', 'dir', 'git-ls-files', 'du']);
const SEARCHES = new Set(['grep', 'rg', 'ag', 'egrep', 'fgrep', 'ack', 'git-grep']);
const READS = new Set(['cat', 'head', 'tail', 'nl', 'sed', 'less', 'more', 'bat']);
const CHANGES = new Set(['mv', 'rm', 'cp', 'touch', 'tee', 'patch', 'truncate', 'dd']);

/** What a command line does, by its first real command; anything unclear is simply executed. */
export function shellUse(command: string): ShellUse {
  const text = command.slice(0, LONGEST);
  const writes = writtenFiles(text);
  const steps = simpleCommands(text);
  const real = steps.filter(
    (words) => words.length > 0 && !['cd', 'export', 'set', 'pushd', 'echo'].includes(words[0] as string),
  );
  const changed = writes.length > 0 ? { writes } : {};
  const [first] = real;
  if (first === undefined || writes.length > 0) return { kind: 'execute', ...changed };
  const name = first[0] === 'git' ? `git-${first[1]}` : (first[0] as string);
  if (LISTS.has(name)) return { kind: 'list' };
  if (SEARCHES.has(name)) return { kind: 'search' };
  if (!READS.has(name) || real.length > 1) return { kind: 'execute' };
  return fileRead(name, first.slice(1)) ?? { kind: 'execute' };
}

/** Words of each command of a line; what is piped on (`| head`) belongs to the command it reads from. */
function simpleCommands(text: string): string[][] {
  const steps: string[][] = [[]];
  let piped = false;
  for (const found of text.matchAll(WORD)) {
    const mark = found[4];
    if (mark === undefined) {
      if (!piped) steps.at(-1)?.push(found[1] ?? found[2] ?? (found[3] as string).replace(/\\(.)/gu, '$1'));
      continue;
    }
    piped = mark === '|' ? true : mark === '&&' || mark === ';' || mark === '||' || mark === '\n' ? false : piped;
    if (!piped) steps.push([]);
  }
  return steps;
}

function fileRead(name: string, words: readonly string[]): ShellUse | null {
  const options = words.filter((word) => word.startsWith('-'));
  const files = words.filter((word) => !word.startsWith('-') && !/^\d+$/u.test(word));
  if (name === 'sed') {
    if (!options.some((option) => /^-n|^--quiet|^--silent/u.test(option))) return null;
    const [script, path, more] = files;
    const range = /^(\d+)(?:,(\d+|\$))?p$/u.exec(script ?? '');
    if (range === null || path === undefined || more !== undefined) return null;
    const to = range[2] === '$' ? Number.MAX_SAFE_INTEGER : Number(range[2] ?? range[1]);
    return { kind: 'read', path, lines: [Number(range[1]), to] };
  }
  const [path, more] = files;
  if (path === undefined || more !== undefined) return null;
  if (name === 'head') return { kind: 'read', path, lines: [1, countOption(words) ?? 10] };
  if (name === 'tail')
    return { kind: 'read', path, lines: [Number.MAX_SAFE_INTEGER - (countOption(words) ?? 10), Number.MAX_SAFE_INTEGER] };
  return { kind: 'read', path };
}

function countOption(words: readonly string[]): number | undefined {
  const found = /-n ?(\d+)|-(\d+)/u.exec(words.join(' '));
  return found === null ? undefined : Number(found[1] ?? found[2]);
}

/** Files a line redirects into, edits in place or moves. */
function writtenFiles(text: string): readonly string[] {
  const files: string[] = [];
  for (const [, path] of text.matchAll(/(?:^|[^0-9&>-])>{1,2}\s*([^\s&|;<>()'"]+)/gu))
    if (path && path !== '/dev/null') files.push(path);
  for (const words of simpleCommands(text)) {
    const [name = '', ...rest] = words;
    const inPlace = (name === 'sed' || name === 'perl') && rest.some((word) => /^-[a-z]*i/u.test(word) || word === '--in-place');
    const restores = name === 'git' && ['checkout', 'restore', 'apply'].includes(rest[0] ?? '');
    if (inPlace || restores || CHANGES.has(name))
      files.push(...rest.filter((word) => /[./]/u.test(word) && !word.startsWith('-')));
  }
  for (const [, path] of text.matchAll(/^\*\*\* (?:Update|Add|Delete) File: (.+)$/gmu)) if (path) files.push(path.trim());
  return files;
}
