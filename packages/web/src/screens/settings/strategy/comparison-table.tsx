import { useQuery } from '@tanstack/react-query';
import { api, type Session, type StrategyInfo } from '@tenfold/contract';
import { call } from '../../../api/client.ts';
import { keys } from '../../../queries/keys.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { useChosenSession } from '../chosen-session.ts';
import { SessionPicker } from '../session-picker.tsx';
import { type ComparisonLine, comparisonOf } from './comparison.ts';
import { measuredLines } from './measured.ts';

/** How the strategies differ, in words, and what each comes to on one of your conversations. */
export function ComparisonTable({ strategies }: { strategies: readonly StrategyInfo[] }) {
  const session = useChosenSession();
  const { data: columns, isFetching, error } = useTried(session, strategies);
  const before = session?.status?.used ?? 0;
  return (
    <>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable without a mouse.
        tabIndex={0}
        aria-label="Comparison of strategies"
        className="overflow-x-auto rounded-xl border border-line bg-surface"
      >
        <table className="w-full min-w-[44rem] text-sm">
          <caption className="sr-only">How the strategies differ</caption>
          <thead>
            <tr className="border-line border-b text-left">
              <td className="w-40 p-2" />
              {strategies.map(({ id, name }) => (
                <th key={id} scope="col" className="p-2 font-semibold">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <ComparisonRows lines={comparisonOf(strategies)} strategies={strategies} />
          {columns !== undefined && (
            <ComparisonRows
              title={`Measured on “${session?.title ?? ''}”, from ${before.toLocaleString('en-US')} tokens`}
              lines={measuredLines(columns, before)}
              strategies={strategies}
            />
          )}
        </table>
      </section>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <SessionPicker label="Measured on" />
        {isFetching && <Spinner label="Measuring…" />}
        {error !== null && <p className="text-critical text-sm">{error.message}</p>}
      </div>
    </>
  );
}

/** All strategies tried without paying: what asks a model is estimated. */
function useTried(session: Session | undefined, strategies: readonly StrategyInfo[]) {
  return useQuery({
    queryKey: [...keys.session(session?.id ?? ''), 'compared', session?.version],
    enabled: session !== undefined,
    staleTime: 60_000,
    queryFn: async () => {
      const wanted = { strategies: strategies.map(({ id }) => id), presets: [], run: false };
      return (await call(api.lab.compare, { session: session?.id ?? '', body: wanted })).columns;
    },
  });
}

/** Lines of a comparison, under a heading where they need one. */
function ComparisonRows({
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
