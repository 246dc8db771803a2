/** Weight of an error that a tool reported as one. */
export const REPORTED_ERROR = 9;
/** The longest line of an error that is kept whole. */
const LONGEST_ERROR = 240;
const LONGEST_LOOKED_AT = 600;

/** A line that begins as errors of compilers, runtimes, test runners and shells do, behind a few signs and a time at most. */
const SURE = new RegExp(
  `^(?:\\W{0,12}|[\\d:.,TZ/ +-]{8,40})(?:\\[?(?:[Uu]n(?:caught|handled)(?: exception[.:])?|Caused by:|Exception in thread "[^"]{1,80}")\\]? ?(?:\\(in promise\\) ?)?)?(?:${[
    String.raw`(?:[\w$]+[.:]+){0,8}[A-Z]\w{0,60}(?:Error|Exception|Fault)\b(?! ?[=({]|\.\w)`,
    String.raw`\w+(?:[.:]\w+){0,6}:? (?:[A-Z]\w{0,60}(?:Error|Exception)\b(?! ?[=({])|(?:fatal )?error: )`,
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
