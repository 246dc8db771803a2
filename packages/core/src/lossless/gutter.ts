/** Consecutive line numbers at the start of consecutive lines: how they look and where they stand. */
export interface Gutter {
  /** First line it stands before, 0-based, and how many lines have it. */
  readonly from: number;
  readonly count: number;
  /** A letter some tools write before the number. */
  readonly lead: '' | 'L';
  /** Number of the first line. */
  readonly first: number;
  /** Columns a number takes at least, and what fills them. */
  readonly width: number;
  readonly pad: ' ' | '0';
  /** What stands between number and line. */
  readonly mark: string;
}

/** Fewer numbered lines in a row are taken for text. */
const FEWEST = 3;
/** Numbered points of a list look like a gutter too: only long runs are taken for one. */
const FEWEST_POINTS = 20;
const MARKS = ['→', '\t', ': ', ':', ' | ', '| ', '|', ') ', ' │ ', '│ ', '│', '. '] as const;
const NUMBER = /(L?)( *)(\d{1,8})/y;

/** The gutters of a text, from `cat -n`, `nl -ba`, editors' views and agents' read tools. A pure function of the text. */
export function guttersOf(text: string): readonly Gutter[] {
  const gutters: Gutter[] = [];
  let line = 0;
  let at = 0;
  while (at <= text.length) {
    const run = gutterAt(text, at, line);
    if (run === null) {
      at = nextLine(text, at);
      line++;
      continue;
    }
    gutters.push(run.gutter);
    line += run.gutter.count;
    at = run.end;
  }
  return gutters;
}

/** The text before line `number` under a gutter. */
export function gutterText({ lead, first, width, pad, mark }: Gutter, offset: number): string {
  return lead + String(first + offset).padStart(width, pad) + mark;
}

/** The text without its gutters. */
export function stripGutters(text: string, gutters: readonly Gutter[]): string {
  const lines = text.split('\n');
  for (const gutter of gutters) {
    for (let i = 0; i < gutter.count; i++) {
      const line = lines[gutter.from + i] as string;
      lines[gutter.from + i] = line.slice(gutterLength(gutter, i));
    }
  }
  return lines.join('\n');
}

/** The text with gutters put back; null when it has too few lines for them. */
export function restoreGutters(text: string, gutters: readonly Gutter[]): string | null {
  const lines = text.split('\n');
  for (const gutter of gutters) {
    if (gutter.from + gutter.count > lines.length) return null;
    for (let i = 0; i < gutter.count; i++) lines[gutter.from + i] = gutterText(gutter, i) + lines[gutter.from + i];
  }
  return lines.join('\n');
}

/** Length of a gutter before its `offset`th line. */
export function gutterLength({ lead, first, width, mark }: Gutter, offset: number): number {
  return lead.length + Math.max(width, digits(first + offset)) + mark.length;
}

function digits(number: number): number {
  return number < 10 ? 1 : number < 100 ? 2 : number < 1000 ? 3 : number < 10_000 ? 4 : String(number).length;
}

/** The longest gutter that starts at the line that starts at `at`. */
function gutterAt(text: string, at: number, line: number): { gutter: Gutter; end: number } | null {
  const unit = text.charCodeAt(at);
  if (unit !== 32 && unit !== 76 && (unit < 48 || unit > 57)) return null;
  NUMBER.lastIndex = at;
  const found = NUMBER.exec(text);
  if (found === null) return null;
  const [prefix, letter = '', spaces = '', number = ''] = found;
  const lead = letter === 'L' ? ('L' as const) : ('' as const);
  const zeros = number.length > 1 && number.startsWith('0');
  if (zeros && spaces !== '') return null;
  const width = prefix.length - lead.length;
  const shape = { from: line, lead, first: Number(number), width, pad: zeros ? ('0' as const) : (' ' as const) };
  let best: { gutter: Gutter; end: number } | null = null;
  for (const mark of MARKS) {
    if (!text.startsWith(mark, at + prefix.length)) continue;
    const { count, end } = runLength(text, at, { ...shape, count: 0, mark });
    const fewest = mark === '. ' ? FEWEST_POINTS : FEWEST;
    if (count >= fewest && count > (best?.gutter.count ?? 0)) best = { gutter: { ...shape, count, mark }, end };
  }
  return best;
}

function runLength(text: string, at: number, gutter: Gutter): { count: number; end: number } {
  let count = 0;
  let end = at;
  while (end <= text.length && text.startsWith(gutterText(gutter, count), end)) {
    count++;
    end = nextLine(text, end);
  }
  return { count, end };
}

/** Start of the line after the one at `at`; past the text's end when that was the last. */
function nextLine(text: string, at: number): number {
  const feed = text.indexOf('\n', at);
  return feed < 0 ? text.length + 1 : feed + 1;
}
