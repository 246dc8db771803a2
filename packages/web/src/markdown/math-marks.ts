const FENCE = /^ {0,3}(```|~~~)/m;
/** Where code in a line or mathematics may begin. */
const OPENING = /`+|\\[([]|\$/g;

/** A block of Markdown with every way models write mathematics as the one the reader knows. Code stays as it is. */
export function mathMarks(block: string): string {
  if (FENCE.test(block) || !/[\\$]/.test(block)) return block;
  const closings = new Set<string>();
  /** The next place of a mark; one that is nowhere is looked for once. */
  const next = (mark: string, at: number, fits: (found: number) => boolean = () => true): number => {
    for (let found = closings.has(mark) ? -1 : block.indexOf(mark, at); found >= 0; found = block.indexOf(mark, found + 1))
      if (fits(found)) return found;
    closings.add(mark);
    return -1;
  };
  let read = '';
  let from = 0;
  for (const { 0: mark, index } of block.matchAll(OPENING)) {
    if (index < from) continue;
    const start = index + mark.length;
    if (mark.startsWith('`')) {
      const isAlone = (at: number) => block[at - 1] !== '`' && block[at + mark.length] !== '`';
      const end = next(mark, start + 1, isAlone);
      if (end < 0) continue;
      read += block.slice(from, end + mark.length);
      from = end + mark.length;
    } else if (mark === '$') {
      const end = next('$', start);
      if (!isMath(block, index, end)) continue;
      read += `${block.slice(from, index)}$$${block.slice(start, end)}$$`;
      from = end + 1;
    } else {
      const end = next(mark === '\\(' ? '\\)' : '\\]', start + 1);
      if (end < 0) continue;
      const inside = block.slice(start, end);
      read += `${block.slice(from, index)}${mark === '\\(' ? `$$${inside}$$` : `\n$$\n${inside.trim()}\n$$\n`}`;
      from = end + 2;
    }
  }
  return read + block.slice(from);
}

/** Whether two dollars of a line touch what they hold, and are no prices. */
function isMath(block: string, from: number, to: number): boolean {
  if (to <= from + 1 || /[\\$\w]/.test(block.charAt(from - 1)) || /[\d$\w]/.test(block.charAt(to + 1))) return false;
  if (/\s/.test(block.charAt(from + 1)) || /[\s\\]/.test(block.charAt(to - 1))) return false;
  return !block.slice(from, to).includes('\n');
}
