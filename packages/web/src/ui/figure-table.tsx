import type { ReactNode } from 'react';

/** One figure of a row, under its name. */
export interface Figure<Row> {
  readonly name: string;
  of(row: Row): ReactNode;
}

/** Rows by what they are called, with a figure in each column. */
export function FigureTable<Row>({
  caption,
  first,
  figures,
  rows,
  className = '',
}: {
  /** What it is, for screen readers. */
  caption?: string;
  /** What a row is called; each is called otherwise. */
  first: { readonly name: string; key(row: Row): string; of(row: Row): ReactNode };
  figures: readonly Figure<Row>[];
  rows: readonly Row[];
  className?: string;
}) {
  return (
    <table className={`w-full text-sm tabular-nums ${className}`}>
      {caption !== undefined && <caption className="sr-only">{caption}</caption>}
      <thead>
        <tr className="text-ink-soft text-xs">
          <th scope="col" className="py-1 text-left font-normal">
            {first.name}
          </th>
          {figures.map(({ name }) => (
            <th key={name} scope="col" className="py-1 text-right font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={first.key(row)} className="border-line border-t">
            <th scope="row" className="py-1.5 text-left font-normal">
              {first.of(row)}
            </th>
            {figures.map(({ name, of }) => (
              <td key={name} className="text-right">
                {of(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
