import { fit, tame, widthOf } from './width.ts';

/** Remarks as a list, each once with how often it was made. */
export function drawNotes(remarks: Iterable<{ readonly reason: string; readonly times: number }>, width: number): string[] {
  const times = new Map<string, number>();
  for (const { reason, times: more } of remarks) times.set(reason, (times.get(reason) ?? 0) + more);
  return [...times].flatMap(([reason, count]) => wrap(` - Note: ${tame(reason)}${count > 1 ? ` (${count} times)` : ''}`, width));
}

/** A line of a list over as many lines as it needs, its text aligned under itself. */
export function wrap(line: string, width: number): string[] {
  const indent = /^ *(?:- )?/.exec(line)?.[0].length ?? 0;
  const lines: string[] = [];
  let current = line.slice(0, indent);
  for (const word of line.slice(indent).split(' ')) {
    const blank = current.trim() === '' || current.length === indent;
    if (!blank && widthOf(`${current} ${word}`) > width) {
      lines.push(current);
      current = ' '.repeat(indent) + word;
    } else current += blank ? word : ` ${word}`;
  }
  return [...lines, current].map((text) => fit(text, width));
}
