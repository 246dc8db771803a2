import { Link } from '@tanstack/react-router';
import type { Passage } from '@tenfold/contract';
import { joined } from '../../ui/joined.ts';
import { when } from '../../ui/time.ts';
import { PASSAGE_FACTS, stateOf } from './passage-facts.ts';

interface Listed {
  readonly passages: readonly Passage[];
  readonly chosen: string | undefined;
  /** What the client calls the session they are of, where only one is shown. */
  readonly group: string | undefined;
}

/** Requests, newest first; each leads to what it said. On a phone it says the rest too. */
export function PassageTable({ passages, chosen, group }: Listed) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable without a mouse.
      tabIndex={0}
      aria-label="Requests"
      className="overflow-x-auto rounded-xl border border-line bg-surface"
    >
      <table className="w-full text-sm tabular-nums sm:whitespace-nowrap">
        <thead>
          <tr className="text-ink-soft text-xs">
            {['When', 'Client', 'Model'].map((name) => (
              <th
                key={name}
                scope="col"
                className={joined('px-3 py-2 text-left font-normal', name !== 'When' && 'max-sm:hidden')}
              >
                {name}
              </th>
            ))}
            {PASSAGE_FACTS.map(({ name, isFirst }) => (
              <th
                key={name}
                scope="col"
                className={joined('px-3 py-2 text-right font-normal max-sm:px-1', !isFirst && 'max-sm:hidden')}
              >
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
            <PassageRow key={passage.id} passage={passage} isChosen={passage.id === chosen} group={group} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function PassageRow({ passage, isChosen, group }: { passage: Passage; isChosen: boolean } & Pick<Listed, 'group'>) {
  return (
    <tr className={joined('border-line border-t', isChosen && 'bg-accent-soft')}>
      <th scope="row" className="px-3 py-1.5 text-left font-medium">
        <Link
          to="/traffic"
          search={{ request: passage.id, ...(group === undefined ? {} : { group }) }}
          className="text-accent underline"
        >
          {when(passage.at)}
        </Link>
        <span className="block max-w-32 truncate font-normal text-ink-soft text-xs sm:hidden">{passage.client}</span>
      </th>
      <td className="max-w-48 truncate px-3 max-sm:hidden">{passage.client}</td>
      <td className="max-w-48 truncate px-3 max-sm:hidden">{passage.model}</td>
      {PASSAGE_FACTS.map(({ name, isFirst, of }) => (
        <td key={name} className={joined('px-3 text-right max-sm:px-1', !isFirst && 'max-sm:hidden')}>
          {of(passage)}
        </td>
      ))}
      <td className="px-3">{stateOf(passage)}</td>
    </tr>
  );
}
