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

/** Weight of an error that a tool reported as one. */
export const REPORTED_ERROR = 9;
/** The longest line of an error that is kept whole. */
const LONGEST_ERROR = 240;
const LONGEST_LOOKED_AT = 600;

/** A line that begins as errors of compilers, runtimes, test runners and shells do, behind a few signs and a time at most. */
const SURE = new RegExp(
  `^(?:\\W{0,12}|[\\d:.,TZ/ +-]{8,40})(?:\\[?(?:[Uu]n(?:caught|handled)(?: exception[.:])?|Caused by:|Exception in thread "[^"]{1,80}")\\]? ?(?:\\(in promise\\) ?)?)?(?:${[
    String.raw`(?:[\w$]{1,80}[.:]{1,4}){0,8}[A-Z]\w{0,60}(?:Error|Exception|Fault)\b(?! ?[=({]|\.\w)`,
    String.raw`\w{1,80}(?:[.:]\w{1,80}){0,6}:? (?:[A-Z]\w{0,60}(?:Error|Exception)\b(?! ?[=({])|(?:fatal )?error: )`,
    String.raw`(?:fatal )?error(?:\[\w+\]|:| [A-Z]{1,6}\d+)`,
    String.raw`Error(?=[: ])|\[?(?:ERROR|FATAL|SEVERE|CRITICAL|PANIC)\b\]?[: ]|error\] `,
    String.raw`fatal(?: error)?:|panic: |panicked at |thread '[^']{1,80}' (?:\(\d+\) )?panicked|Traceback \(|Caused by:`,
    String.raw`npm (?:ERR!|error)|ERR_\w+|E {2,8}\w|make(?:\[\d+\])?: \*\*\*|not ok \d|--- FAIL|FAIL(?:ED|URES?)?\b|Failed \S+ \[|● .{1,120} › |[✗✘✕✖×] `,
    String.raw`AssertionError|Segmentation fault|Killed\b|Aborted\b|OOMKilled|(?:ba|z|da)?sh: |curl: \(\d|ld: |HTTP\/[\d.]+ [45]\d\d`,
  ].join('|')})`,
  'u',
);
const LIKELY =
  /(?:: (?:No such file or directory|command not found|Permission denied|not found|cannot |undefined: )|: (?:fatal )?error(?::| [A-Z]{1,6}\d+:)|^\S+\.\w{1,6}:\d+:\d+:? (?:undefined|undeclared|cannot|could not|expected|unexpected|missing|declared|imported|invalid|unused|syntax error|too many|not enough|assignment mismatch|multiple-value|no )|\b(?:exit(?:ed with)? (?:code|status) [1-9]|[1-9]\d* (?:failed|errors?)\b|error TS\d+|error:|Error: |missing go\.sum entry|is not recognized as|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EADDRINUSE|EACCES|ENOENT|CrashLoopBackOff|ImagePullBackOff|OOMKilled|(?:HTTP|status|statuscode|response)(?: code)?[:= ]{1,3}[45]\d\d\b|timed out\b|undefined reference to|cannot find symbol|violates \w+(?:-\w+)? constraint|segmentation fault))/iu;
/** What only source code says: `throw new Error(…)`, `t.Errorf(…)`, a class of errors. */
const SOURCE =
  /^[\s+>|\d:→-]{0,40}(?:throw\b|return\b|raise\b|if\b|catch\b|except\b|import\b|from\b|const\b|let\b|var\b|func\b|def\b|class\b|type\b|export\b|public\b|private\b|case\b|[\w.]+\((?:["'`&]|$)|\/\/|\*|#\s)|%[vwsdq]["\s]|\bfmt\.Errorf|^(?!.*\berror\b:).*[;{]\s*$/u;

/** Where and how a package manager failed, line by line behind the error itself. */
const DETAIL = /^npm (?:ERR!|error) (?:code|errno|syscall|path|cwd|workspace|location|command|A complete log|\s*$)/u;

/** How sure it is that a line tells of an error: 0 not at all. */
export function errorWeight(line: string): 0 | 3 | 6 {
  if (line.length > LONGEST_LOOKED_AT) return 0;
  const sure = SURE.test(line);
  if (!sure && !LIKELY.test(line)) return 0;
  if (SOURCE.test(line)) return 0;
  return sure && !DETAIL.test(line) ? 6 : 3;
}

const ESCAPES = /\p{Cc}\[[\d;?]{0,16}[A-Za-z]|\p{Cc}/gu;

/** A line as it is kept: without terminal colours and control characters, not longer than a line should be. */
export function errorLine(line: string): string {
  const bare = line.replace(ESCAPES, (sign) => (sign === '\t' ? sign : '')).trim();
  if (bare.length <= LONGEST_ERROR) return bare;
  const unit = bare.charCodeAt(LONGEST_ERROR);
  return bare.slice(0, unit >= 0xdc00 && unit <= 0xdfff ? LONGEST_ERROR - 1 : LONGEST_ERROR).trimEnd();
}

/** What errors that differ only in numbers, places and names have in common. */
export function errorShape(line: string): string {
  return line.replace(/["'`][^"'`]{0,200}["'`]|(?<![^\s"'`])[^\s/\\"'`]*[/\\]\S*|\d+/gu, '#');
}

/** The first line of an error that says something; how the command ended where nothing else is said. */
export function firstErrorLine(text: string): string {
  let code = '';
  for (const line of text.slice(0, 4_000).split('\n')) {
    const bare = errorLine(line);
    if (!/[\p{L}\p{N}]/u.test(bare)) continue;
    if (!/^\W*exit(?:ed with)? (?:code|status):? \d+\W*$/iu.test(bare)) return bare;
    code ||= bare;
  }
  return code;
}

const TALLY = /\b\d+ (?:tests? )?(?:passed|failed)\b|\bpassed:? \d+/iu;

/** True for a line that counts what passed and failed: it tells how things stand until the next one does. */
export function isTally(line: string): boolean {
  return TALLY.test(line);
}

/** What a tool printed, and how it ended where the wrapping says so. */
export interface Unwrapped {
  readonly text: string;
  readonly outcome?: Outcome;
}

const PRINTED = /^(?:output|stdout|stderr|text|content|logs?|result)$/iu;
const CODE = /^(?:exit_?code|return_?code|exit_?status)$/iu;
/** Longer results are read as they are. */
const LONGEST = 4_000_000;
const DEEPEST = 4;

/** The lines inside a result that is JSON around what was printed, as some agents and tool servers send it; other results as they are. */
export function unwrap(text: string): Unwrapped {
  const first = text.charCodeAt(0);
  if ((first !== 123 && first !== 91) || text.length > LONGEST || !text.includes('\\n')) return { text };
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return { text };
  }
  const printed: string[] = [];
  const codes: number[] = [];
  gather(value, '', 0, printed, codes);
  const lines = printed.join('\n');
  if (!lines.includes('\n')) return { text };
  const code = codes[0];
  return code === undefined ? { text: lines } : { text: lines, outcome: code === 0 ? 'ok' : 'failed' };
}

function gather(value: Json, key: string, depth: number, printed: string[], codes: number[]): void {
  if (typeof value === 'string') {
    if (PRINTED.test(key) && value !== '') printed.push(value);
  } else if (typeof value === 'number') {
    if (CODE.test(key)) codes.push(value);
  } else if (value !== null && typeof value === 'object' && depth < DEEPEST) {
    for (const [name, inner] of Object.entries(value)) {
      gather(inner ?? null, Array.isArray(value) ? key : name, depth + 1, printed, codes);
    }
  }
}

const DEEPEST_VALUE = 12;

/** Visits every string of a JSON value with the key it stands under. */
export function eachString(value: Json, visit: (text: string, key: string) => void, key = '', depth = 0): void {
  if (typeof value === 'string') visit(value.toWellFormed(), key);
  else if (value !== null && typeof value === 'object' && depth < DEEPEST_VALUE) {
    for (const [name, inner] of Object.entries(value))
      eachString(inner ?? null, visit, Array.isArray(value) ? key : name, depth + 1);
  }
}
