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
const PREPARES = new Set(['cd', 'export', 'set', 'pushd', 'echo', 'true', 'set-location', 'sl']);
const LISTS = new Set(['ls', 'find', 'tree', 'fd', 'fdfind', 'eza', 'exa', 'dir', 'git-ls-files', 'du', 'get-childitem', 'gci']);
const SEARCHES = new Set(['grep', 'rg', 'ag', 'egrep', 'fgrep', 'zgrep', 'ack', 'git-grep', 'select-string', 'sls', 'findstr']);
const READS = new Set(['cat', 'head', 'tail', 'nl', 'sed', 'less', 'more', 'bat', 'batcat', 'get-content', 'gc', 'type']);
const CHANGES = new Set(
  'mv rm cp touch tee patch truncate ln set-content add-content out-file remove-item move-item copy-item new-item'.split(' '),
);

/** One command of a line: its words, and those of the commands its output is piped through. */
interface Piped {
  readonly words: string[];
  readonly through: string[][];
}

/** What a command line does, by its first real command; anything unclear is simply executed. */
export function shellUse(given: string): ShellUse {
  const command = POWERSHELL.test(given) ? given.slice(0, LONGEST).replaceAll('\\', '/') : given.slice(0, LONGEST);
  const words = shellWords(command);
  const all = simpleCommands(words);
  const folder = all.find(({ words: [name] }) => name === 'cd')?.words[1];
  const commands = all.filter(({ words: [name] }) => name !== undefined && !PREPARES.has(name.toLowerCase()));
  const changed = [...redirected(words), ...commands.flatMap((each) => changedFiles(each.words)), ...patchedFiles(given)];
  const writes = changed.map((path) => inFolder(folder, path));
  const [first] = commands;
  if (first === undefined || writes.length > 0) return { kind: 'execute', ...(writes.length > 0 ? { writes } : {}) };
  const [program = '', verb] = first.words;
  const name = program === 'git' ? `git-${verb}` : program.toLowerCase();
  if (LISTS.has(name)) return { kind: 'list' };
  if (SEARCHES.has(name)) return { kind: 'search' };
  if (!READS.has(name) || commands.length > 1) return { kind: 'execute' };
  const read = readThrough(fileRead(name, first.words.slice(1)), first.through);
  return read.path === undefined ? read : { ...read, path: inFolder(folder, read.path) };
}

const POWERSHELL =
  /^\s*(?:cd [^;&\n]{1,200}[;&]+ *)?(?:(?:get|set|add|select|remove|move|copy|new|out)-[a-z]+|gc|gci|sls|type|dir)\b/iu;

/** A path from where the line went first. */
function inFolder(folder: string | undefined, path: string): string {
  if (folder === undefined || /^[/~$]|^[A-Za-z]:/u.test(path) || /^[-$~]|[*`]/u.test(folder)) return path;
  return `${folder.replace(/(?<!\/)\/+$/u, '')}/${path.replace(/^\.\//u, '')}`;
}

/** The commands of a line, each with what it is piped through; what follows another operator is no word of it. */
function simpleCommands(words: readonly ShellWord[]): readonly Piped[] {
  const commands: Piped[] = [{ words: [], through: [] }];
  let skipped = false;
  for (const { text, operator } of words) {
    const last = commands.at(-1) as Piped;
    if (!operator) {
      if (!skipped) (last.through.at(-1) ?? last.words).push(text);
    } else if (text === '|') {
      last.through.push([]);
      skipped = false;
    } else if (text === '&&' || text === '||' || text === ';' || text === '\n') {
      commands.push({ words: [], through: [] });
      skipped = false;
    } else skipped = true;
  }
  return commands.filter((command) => command.words.length > 0);
}

const AS_IT_IS = new Set(['cat', 'nl', 'less', 'more', 'bat', 'out-string', 'out-host']);

/** A read whose output is cut to some lines on its way is a read of those lines; filtered in any other way it is no read of the file. */
function readThrough(read: ShellUse | null, through: readonly (readonly string[])[]): ShellUse {
  let use = read;
  for (const [program = '', ...words] of through) {
    if (use === null) break;
    const name = program.toLowerCase();
    if (AS_IT_IS.has(name)) continue;
    if (SEARCHES.has(name)) return { kind: 'search' };
    const isSelect = name === 'select-object' || name === 'select';
    const cut = isSelect ? selected(words) : (fileRead(name, [...words, '-'])?.lines ?? null);
    use = cut === null ? null : { ...use, lines: within(use.lines, cut) };
  }
  return use ?? { kind: 'execute' };
}

/** Some lines of a range of lines. */
function within(outer: ShellUse['lines'], [first, last]: readonly [number, number]): readonly [number, number] {
  const from = outer?.[0] ?? 1;
  const end = outer?.[1] ?? LAST_LINE;
  if (first > LAST_LINE / 2) return [Math.max(from, end - (LAST_LINE - first)), end];
  return [from + first - 1, Math.min(end, last >= LAST_LINE ? LAST_LINE : from + last - 1)];
}

function selected(words: readonly string[]): readonly [number, number] | null {
  const skip = numberAfter(words, ['-skip']) ?? 0;
  const first = numberAfter(words, ['-first']);
  const last = numberAfter(words, ['-last']);
  if (first !== undefined) return [skip + 1, skip + first];
  if (last !== undefined) return [LAST_LINE - last, LAST_LINE];
  return skip > 0 ? [skip + 1, LAST_LINE] : null;
}

function numberAfter(words: readonly string[], names: readonly string[]): number | undefined {
  const at = words.findIndex((word) => names.includes(word.toLowerCase()));
  const number = at < 0 ? Number.NaN : Number(words[at + 1]);
  return Number.isInteger(number) ? number : undefined;
}

/** Options of `Get-Content` and `bat` with a value behind them. */
const VALUED = new Set(
  '-totalcount -head -first -tail -last -encoding -delimiter -l --language -r --line-range --style --theme'.split(' '),
);

function fileRead(name: string, words: readonly string[]): ShellUse | null {
  const options = words.filter((word) => word.startsWith('-') && word !== '-');
  const files = words.filter(
    (word, at) => (!word.startsWith('-') || word === '-') && !/^[+]?\d+$/u.test(word) && !isValue(name, words[at - 1]),
  );
  if (name === 'sed') return options.some((option) => /^-n|^--quiet|^--silent/u.test(option)) ? sedRead(files) : null;
  const [path, more] = files;
  if (path === undefined || more !== undefined || !READS.has(name)) return null;
  if (name === 'head' || name === 'tail') return endRead(name, path, words);
  const lines = name === 'get-content' || name === 'gc' ? contentLines(words) : name.startsWith('bat') ? batLines(words) : null;
  return lines === null ? { kind: 'read', path } : { kind: 'read', path, lines };
}

function contentLines(words: readonly string[]): readonly [number, number] | null {
  const first = numberAfter(words, ['-totalcount', '-head', '-first']);
  if (first !== undefined) return [1, first];
  const last = numberAfter(words, ['-tail', '-last']);
  return last === undefined ? null : [LAST_LINE - last, LAST_LINE];
}

function batLines(words: readonly string[]): readonly [number, number] | null {
  const range = /(?:-r|--line-range)[ =]?(\d+):(\d+)/u.exec(words.join(' '));
  return range === null ? null : [Number(range[1]), Number(range[2])];
}

function isValue(name: string, before: string | undefined): boolean {
  return before !== undefined && /^(?:get-content|gc|bat|batcat)$/u.test(name) && VALUED.has(before.toLowerCase());
}

/** `head -40`, `head -n 40`, `tail -n +12`; counted in bytes, or all but some lines, they show no known lines. */
function endRead(name: string, path: string, words: readonly string[]): ShellUse | null {
  const given = words.join(' ');
  if (/(?:^|\s)-(?:c|-bytes|n ?-|-lines[ =]-|f)/u.test(given)) return null;
  const from = /\+(\d+)/u.exec(given);
  if (name === 'tail' && from !== null) return { kind: 'read', path, lines: [Number(from[1]), LAST_LINE] };
  const count = /(?:^|\s)(?:-n ?|--lines[ =]|-)(\d+)/u.exec(given);
  const lines = Number(count?.[1] ?? 10);
  return { kind: 'read', path, lines: name === 'head' ? [1, lines] : [LAST_LINE - lines, LAST_LINE] };
}

function sedRead([script = '', path, more]: readonly string[]): ShellUse | null {
  const range = /^(\d+)(?:,(\+?)(\d+|\$))?p(?:;\d+q)?$/u.exec(script);
  if (range === null || path === undefined || more !== undefined) return null;
  const first = Number(range[1]);
  const last = range[3] === '$' ? LAST_LINE : range[2] === '+' ? first + Number(range[3]) : Number(range[3] ?? range[1]);
  return { kind: 'read', path, lines: [first, last] };
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
  if (CHANGES.has(name.toLowerCase())) return files;
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
