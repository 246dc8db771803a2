import { Link } from '@tanstack/react-router';
import type { Passage } from '@tenfold/contract';
import { joined } from '../../ui/joined.ts';
import { dollars, duration } from '../../ui/money.ts';
import { whole } from '../../ui/numbers.ts';
import { when } from '../../ui/time.ts';

const COLUMNS: readonly { readonly name: string; of(passage: Passage): string }[] = [
  { name: 'Received', of: ({ before }) => whole(before) },
  { name: 'Sent', of: ({ after }) => whole(after) },
  { name: 'Cached', of: ({ billed }) => (billed === null ? '–' : whole(billed.cacheRead)) },
  { name: 'Folds', of: ({ folds }) => whole(folds) },
  { name: 'Cost', of: ({ cost }) => (cost === null ? '–' : dollars(cost)) },
  { name: 'Time', of: ({ totalMs }) => (totalMs === null ? '…' : duration(totalMs)) },
];

/** Requests, newest first; each leads to what it said. */
export function PassageTable({ passages, chosen }: { passages: readonly Passage[]; chosen: string | undefined }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable without a mouse.
      tabIndex={0}
      aria-label="Requests"
      className="overflow-x-auto rounded-xl border border-line bg-surface"
    >
      <table className="w-full whitespace-nowrap text-sm tabular-nums">
        <thead>
          <tr className="text-ink-soft text-xs">
            {['When', 'Client', 'Model'].map((name) => (
              <th key={name} scope="col" className="px-3 py-2 text-left font-normal">
                {name}
              </th>
            ))}
            {COLUMNS.map(({ name }) => (
              <th key={name} scope="col" className="px-3 py-2 text-right font-normal">
                {name}
              </th>
            ))}
            <th scope="col" className="px-3 py-2 text-left font-normal">
              State
            </th>
          </tr>
        </thead>
        <tbody>
          {passages.map((passage) => (
            <tr key={passage.id} className={joined('border-line border-t', passage.id === chosen && 'bg-accent-soft')}>
              <th scope="row" className="px-3 py-1.5 text-left font-medium">
                <Link to="/traffic" search={{ request: passage.id }} className="text-accent underline">
                  {when(passage.at)}
                </Link>
              </th>
              <td className="max-w-48 truncate px-3">{passage.client}</td>
              <td className="max-w-48 truncate px-3">{passage.model}</td>
              {COLUMNS.map(({ name, of }) => (
                <td key={name} className="px-3 text-right">
                  {of(passage)}
                </td>
              ))}
              <td className="px-3">{stateOf(passage)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function stateOf({ status, aside, error }: Passage): string {
  const said = status === null ? 'under way' : String(status);
  const more = error ?? aside;
  return more === null ? said : `${said}, ${more}`;
}
