import type { StrategyInfo } from '@tenfold/contract';
import type { ComparisonLine } from './comparison.ts';

/** Lines of a comparison, under a heading where they need one. */
export function ComparisonRows({
  title,
  lines,
  strategies,
}: {
  title?: string;
  lines: readonly ComparisonLine[];
  strategies: readonly StrategyInfo[];
}) {
  return (
    <tbody>
      {title !== undefined && (
        <tr className="border-line border-t bg-sunken">
          <th scope="rowgroup" colSpan={strategies.length + 1} className="p-2 text-left font-medium">
            {title}
          </th>
        </tr>
      )}
      {lines.map(({ name, help, of }) => (
        <tr key={name} className="border-line border-t align-top first:border-t-0">
          <th scope="row" className="p-2 text-left font-normal text-ink-soft" title={help}>
            {name}
          </th>
          {strategies.map(({ id }) => (
            <td key={id} className="p-2 tabular-nums">
              {Object.hasOwn(of, id) ? of[id] : '–'}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
