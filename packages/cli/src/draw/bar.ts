import type { Screen, Style } from '../terminal.ts';

/** A piece of a bar. The letter stands for the colour where there is none. */
export interface Slice {
  readonly size: number;
  readonly style: Style;
  readonly letter: string;
}

/** Slices side by side over the whole width; without colours, letters tell them apart. */
export function drawSlices(slices: readonly Slice[], width: number, screen: Screen): string {
  const total = slices.reduce((sum, { size }) => sum + size, 0);
  let cells = '';
  let seen = 0;
  let drawn = 0;
  for (const { size, style, letter } of slices) {
    seen += size;
    const end = total === 0 ? 0 : Math.round((width * seen) / total);
    cells += screen.paint(style, (screen.colour ? '█' : letter).repeat(end - drawn));
    drawn = end;
  }
  return cells;
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar as long as `value` is of `most`, to an eighth of a character; never nothing for something. */
export function drawBar(value: number, most: number, width: number): string {
  if (value <= 0 || most <= 0) return '';
  const eighths = Math.max(1, Math.round((8 * width * Math.min(value, most)) / most));
  return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
}
