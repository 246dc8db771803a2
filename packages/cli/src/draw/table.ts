import type { Screen, Style } from '../terminal.ts';
import { fit, fitMiddle, widthOf } from './width.ts';

/** A column of a table. */
export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** May be cut with `…` down to this many characters where the table is too wide. */
  readonly least?: number;
  /** Where it is cut: at the end when nothing is said. */
  readonly cut?: 'middle';
  /** Left out where the table is still too wide; the highest goes first. */
  readonly spare?: number;
}

/** A cell: text, or text in a style. */
export type Cell = string | { readonly text: string; readonly style: Style | readonly Style[] };

/** A row of cells, or all of them in one style. */
export type TableRow = readonly Cell[] | { readonly cells: readonly Cell[]; readonly style: Style };

/** Aligned lines that fit the width: first long texts give way, then columns that can be spared. */
export function drawTable(
  columns: readonly Column[],
  rows: readonly TableRow[],
  width: number,
  screen: Screen,
  gap = 2,
): string[] {
  return [...tableLines(columns, rows, width, screen, gap)];
}

/** The same line by line; the rows, which may be more than there is room for, are gone through twice. */
export function* tableLines(
  columns: readonly Column[],
  rows: Iterable<TableRow>,
  width: number,
  screen: Screen,
  gap = 2,
): Generator<string, void, undefined> {
  const natural = columns.map(({ title }) => widthOf(title));
  for (const row of rows)
    for (const [at, cell] of cellsOf(row).entries()) natural[at] = Math.max(natural[at] ?? 0, widthOf(textOf(cell)));
  const shown = chosen(columns, natural, width, gap);
  const widths = shown.map((at) => natural[at] ?? 0);
  shrink(widths, shown, columns, width - gap * (shown.length - 1));
  const line = (cells: readonly Cell[], style?: Style) => {
    const text = shown.map((at, i) => drawCell(cells[at] ?? '', widths[i] ?? 0, columns[at] as Column, screen));
    const joined = text.join(' '.repeat(gap)).trimEnd();
    return style === undefined ? joined : screen.paint(style, joined);
  };
  const titles = columns.map(({ title }) => title);
  if (titles.some((title) => title !== '')) yield line(titles, 'dim');
  for (const row of rows) yield line(cellsOf(row), 'cells' in row ? row.style : undefined);
}

function cellsOf(row: TableRow): readonly Cell[] {
  return 'cells' in row ? row.cells : row;
}

function textOf(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.text;
}

/** Columns that are shown: those that can be spared are left out until the rest fits at its least. */
function chosen(columns: readonly Column[], natural: readonly number[], width: number, gap: number): number[] {
  let shown = columns.map((_, at) => at);
  const least = (at: number) => Math.min(natural[at] ?? 0, columns[at]?.least ?? Number.POSITIVE_INFINITY);
  const needed = () => shown.reduce((sum, at) => sum + least(at), gap * (shown.length - 1));
  const spare = [...shown].filter((at) => columns[at]?.spare !== undefined).sort((a, b) => rank(columns, b) - rank(columns, a));
  for (const at of spare) {
    if (needed() <= width) break;
    shown = shown.filter((other) => other !== at);
  }
  return shown;
}

function rank(columns: readonly Column[], at: number): number {
  return columns[at]?.spare ?? 0;
}

/** Takes from the widest of those that may be cut, one character at a time, until the line fits. */
function shrink(widths: number[], shown: readonly number[], columns: readonly Column[], width: number): void {
  const slack = (i: number) => (widths[i] ?? 0) - (columns[shown[i] as number]?.least ?? Number.POSITIVE_INFINITY);
  let excess = widths.reduce((sum, cell) => sum + cell, 0) - width;
  for (; excess > 0; excess--) {
    const cuttable = widths.map((_, i) => i).filter((i) => slack(i) > 0);
    const widest = cuttable.reduce((most, i) => ((widths[i] ?? 0) > (widths[most] ?? 0) ? i : most), cuttable[0] ?? -1);
    if (widest < 0) return;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
}

function drawCell(cell: Cell, width: number, { align, cut }: Column, screen: Screen): string {
  const text = (cut === 'middle' ? fitMiddle : fit)(textOf(cell), width);
  const blank = ' '.repeat(Math.max(0, width - widthOf(text)));
  const painted = typeof cell === 'string' ? text : screen.paint(cell.style, text);
  return align === 'right' ? blank + painted : painted + blank;
}
