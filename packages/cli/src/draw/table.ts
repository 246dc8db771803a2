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
export type Row = readonly Cell[] | { readonly cells: readonly Cell[]; readonly style: Style };

const GAP = 2;

/** Aligned lines that fit the width: first long texts give way, then columns that can be spared. */
export function drawTable(columns: readonly Column[], rows: readonly Row[], width: number, screen: Screen): string[] {
  const table = rows.map(cellsOf);
  const shown = chosen(columns, table, width);
  const widths = shown.map((at) => natural(columns, table, at));
  shrink(widths, shown, columns, width);
  const line = (cells: readonly Cell[], style?: Style) => {
    const text = shown.map((at, i) => drawCell(cells[at] ?? '', widths[i] ?? 0, columns[at] as Column, screen));
    const joined = text.join(' '.repeat(GAP)).trimEnd();
    return style === undefined ? joined : screen.paint(style, joined);
  };
  const titles = columns.map(({ title }) => title);
  const head = titles.some((title) => title !== '') ? [line(titles, 'dim')] : [];
  return [...head, ...rows.map((row, index) => line(table[index] ?? [], 'cells' in row ? row.style : undefined))];
}

function cellsOf(row: Row): readonly Cell[] {
  return 'cells' in row ? row.cells : row;
}

function textOf(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.text;
}

function natural(columns: readonly Column[], table: readonly (readonly Cell[])[], at: number): number {
  return table.reduce((most, row) => Math.max(most, widthOf(textOf(row[at] ?? ''))), widthOf(columns[at]?.title ?? ''));
}

/** Columns that are shown: those that can be spared are left out until the rest fits at its least. */
function chosen(columns: readonly Column[], table: readonly (readonly Cell[])[], width: number): number[] {
  let shown = columns.map((_, at) => at);
  const least = (at: number) => Math.min(natural(columns, table, at), columns[at]?.least ?? Number.POSITIVE_INFINITY);
  const needed = () => shown.reduce((sum, at) => sum + least(at), GAP * (shown.length - 1));
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

function shrink(widths: number[], shown: readonly number[], columns: readonly Column[], width: number): void {
  let excess = widths.reduce((sum, cell) => sum + cell, GAP * (widths.length - 1)) - width;
  shown.forEach((at, i) => {
    const least = columns[at]?.least;
    if (least === undefined || excess <= 0) return;
    const given = Math.min(excess, Math.max(0, (widths[i] ?? 0) - least));
    widths[i] = (widths[i] ?? 0) - given;
    excess -= given;
  });
}

function drawCell(cell: Cell, width: number, { align, cut }: Column, screen: Screen): string {
  const text = (cut === 'middle' ? fitMiddle : fit)(textOf(cell), width);
  const blank = ' '.repeat(Math.max(0, width - widthOf(text)));
  const painted = typeof cell === 'string' ? text : screen.paint(cell.style, text);
  return align === 'right' ? blank + painted : painted + blank;
}
