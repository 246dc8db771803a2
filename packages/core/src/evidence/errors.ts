/** Weight of an error that a tool reported as one. */
export const REPORTED_ERROR = 9;
/** The longest line of an error that is kept whole. */
export const LONGEST_ERROR = 240;
const LONGEST_LOOKED_AT = 600;

const SURE =
  /^\W{0,12}(?:\w+(?:[.:]\w+){0,6}:? )?(?:uncaught |unhandled )?(?:[A-Z]\w{0,60}(?:Error|Exception)\b(?! ?[=({])|error(?:\[\w+\]|:| TS\d+)|Error(?=[: ])|fatal(?: error)?:|panic:|Traceback \(|npm ERR!|E {2,4}\w|FAIL(?:ED|URE)?\b|AssertionError|Segmentation fault|Killed\b|bash: |sh: |zsh: )/u;
const LIKELY =
  /(?:: (?:No such file or directory|command not found|Permission denied|not found|cannot |undefined: )|\b(?:exit(?:ed with)? (?:code|status) [1-9]|[1-9]\d* (?:failed|errors?)\b|error TS\d+|error:|Error: ))/iu;

/** How sure it is that a line tells of an error: 0 not at all. */
export function errorWeight(line: string): 0 | 3 | 6 {
  if (line.length > LONGEST_LOOKED_AT) return 0;
  if (SURE.test(line)) return 6;
  return LIKELY.test(line) ? 3 : 0;
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
  return line.replace(/["'`][^"'`]{0,200}["'`]|\S*[/\\]\S*|\d+/gu, '#');
}

/** The first line of an error that says something. */
export function firstErrorLine(text: string): string {
  for (const line of text.slice(0, 4_000).split('\n')) {
    const bare = errorLine(line);
    if (/[\p{L}\p{N}]/u.test(bare)) return bare;
  }
  return '';
}
