/** Code in a line, mathematics in `\(…\)`, `\[…\]`, or between single dollars that touch what they hold and no price. */
const MARKS =
  /(?<code>(`+)[^`](?:[\s\S]*?[^`])?\2(?!`))|\\\((?<round>[\s\S]+?)\\\)|\\\[(?<square>[\s\S]+?)\\\]|(?<![\\$\w])\$(?![\s$])(?<dollar>[^$\n]*?[^\s\\$])\$(?![\d$\w])/g;
const FENCE = /^ {0,3}(```|~~~)/m;

/** A block of Markdown with every way models write mathematics as the one the reader knows. Code stays as it is. */
export function mathMarks(block: string): string {
  if (FENCE.test(block) || !/[\\$]/.test(block)) return block;
  return block.replace(MARKS, (whole, ...rest) => {
    const { code, round, square, dollar } = rest.at(-1) as Record<string, string | undefined>;
    if (code !== undefined) return whole;
    return square === undefined ? `$$${round ?? dollar}$$` : `\n$$\n${square.trim()}\n$$\n`;
  });
}
