import { cutText, cutToTokens, TRUNCATED } from './cut.ts';

/** Lines worth more than their neighbours when a tool's output is cut: what failed, and how it ended. */
const TELLING =
  /\b(?:error|exception|fail(?:ed|ure)?|fatal|panic|traceback|warning|assert\w*|exit(?:ed)? (?:code|with)|not found|denied|undefined)\b/iu;
/** A longer line is cut, so that one of them cannot take all the room: characters, and so many for each token of it. */
const LINE = { least: 200, perToken: 0.4 } as const;
/** Share of the room below which an excerpt is made of longer lines. */
const USED = 0.8;
/** Share of the room for the beginning, and for the telling lines of the rest. The end gets what is left. */
const SHARES = { beginning: 0.4, telling: 0.75 } as const;

/**
 * A text cut to at most `tokens`: its beginning, the lines that tell of a failure, and its end, in order, the marker where
 * the first lines went. The text itself when it is within the limit.
 */
export function excerpt(text: string, tokens: number, countText: (text: string) => number): string {
  if (countText(text) <= tokens) return text;
  const whole = text.split(/\r?\n/u);
  let most = Math.max(LINE.least, Math.floor(tokens * LINE.perToken));
  // Where a few long lines are all there is, they may be longer: the room is there to be used.
  for (; ; most *= 2) {
    const lines = whole.map((line) => shortened(line, most));
    const chosen = chosenLines(lines, tokens - countText(`\n${TRUNCATED}\n`), countText);
    const cut = cutToTokens(chosen.size < 2 ? text : joined(lines, chosen), tokens, countText);
    if (most >= text.length || countText(cut) >= tokens * USED) return cut;
  }
}

function shortened(line: string, maxChars: number): string {
  return line.length > maxChars ? cutText(line, { maxChars, addEllipsis: false }) : line;
}

/** Positions of the lines that are kept: from the beginning, then telling ones, then from the end. */
function chosenLines(lines: readonly string[], room: number, countText: (text: string) => number): ReadonlySet<number> {
  const chosen = new Set<number>();
  let left = room;
  const take = (index: number, least: number): boolean => {
    if (chosen.has(index)) return true;
    const weight = countText(lines[index] ?? '') + 1;
    if (left - weight < least) return false;
    left -= weight;
    chosen.add(index);
    return true;
  };
  for (let index = 0; index < lines.length && take(index, room * (1 - SHARES.beginning)); ) index++;
  for (const [index, line] of lines.entries()) if (TELLING.test(line)) take(index, room * (1 - SHARES.telling));
  for (let index = lines.length - 1; index >= 0 && take(index, 0); ) index--;
  return chosen;
}

/** The chosen lines in order, the marker where the first ones are missing. */
function joined(lines: readonly string[], chosen: ReadonlySet<number>): string {
  const out: string[] = [];
  let marked = false;
  for (const [index, line] of lines.entries()) {
    if (chosen.has(index)) out.push(line);
    else if (!marked) {
      marked = true;
      out.push(TRUNCATED);
    }
  }
  return out.join('\n');
}
