/** Deeper than anybody writes. What reads and draws Markdown goes into each level anew: a page dies of some hundred of them. */
const DEEPEST = 100;
/** More marks of emphasis than any paragraph has; the reader compares each with all before it. */
const MOST_MARKS = 2_000;

const FENCE = /^ {0,3}(?:```|~~~)/;
/** A mark of a quotation or of an item of a list, at the beginning of a line or behind another. */
const CONTAINER = /[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))/y;
const MARK = /[*_~]+|[[\]]/g;

/** What stands open in a paragraph. */
interface Paragraph {
  emphasis: number;
  brackets: number;
  marks: number;
}

const begin = (): Paragraph => ({ emphasis: 0, brackets: 0, marks: 0 });

/** Whether quotations, lists, links or emphasis stand in each other, or beside each other, as only in a text that harms its reader. */
export function isTooNested(text: string): boolean {
  let isCode = false;
  let paragraph = begin();
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) isCode = !isCode;
    if (isCode) continue;
    if (containers(line) > DEEPEST) return true;
    if (line.trim() === '') paragraph = begin();
    else if (goesTooDeep(line, paragraph)) return true;
  }
  return false;
}

function containers(line: string): number {
  let count = 0;
  CONTAINER.lastIndex = 0;
  while (count <= DEEPEST && CONTAINER.test(line)) count++;
  return count;
}

/** Goes through the marks of a line, and tells whether one closes what too many others stand around. */
function goesTooDeep(line: string, paragraph: Paragraph): boolean {
  for (const { 0: mark, index } of line.matchAll(MARK)) {
    if (mark === '[') paragraph.brackets++;
    else if (mark === ']') {
      if (paragraph.brackets > DEEPEST) return true;
      paragraph.brackets = Math.max(0, paragraph.brackets - 1);
    } else if (emphasizes(mark, isLetter(line[index - 1]), isLetter(line[index + mark.length]), paragraph)) return true;
  }
  return false;
}

function emphasizes(mark: string, closes: boolean, opens: boolean, paragraph: Paragraph): boolean {
  if (++paragraph.marks > MOST_MARKS || (closes && paragraph.emphasis > DEEPEST)) return true;
  if (closes && paragraph.emphasis > 0) paragraph.emphasis = Math.max(0, paragraph.emphasis - mark.length);
  else if (opens) paragraph.emphasis += mark.length;
  return false;
}

function isLetter(letter: string | undefined): boolean {
  return letter !== undefined && letter.trim() !== '';
}
