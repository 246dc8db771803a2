import { useQuery } from '@tanstack/react-query';
import { api, type LabColumn } from '@tenfold/contract';
import { formatReport } from '@tenfold/core';
import { call } from '../../api/client.ts';
import { keys } from '../../queries/keys.ts';
import { BeforeAfter } from '../../ui/before-after.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { entriesText } from '../../ui/entry-text.ts';
import { whole } from '../../ui/numbers.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ProbeList } from './probe-list.tsx';

/** What a column would do: its report, and each stand-in beside what it stands for. */
export function ResultView({ session, column, onClose }: { session: string; column: LabColumn; onClose: () => void }) {
  const { name, report, folds, estimated, probes } = column;
  return (
    <Dialog onClose={onClose} wide title={`${name}: what it would do`} description="Nothing is applied.">
      {report !== null && (
        <pre className="overflow-x-auto whitespace-pre-wrap rounded-lg bg-sunken p-3 font-mono text-xs">
          {formatReport(report)}
        </pre>
      )}
      {estimated && (
        <p className="mt-2 text-ink-soft text-sm">
          Summaries are not written yet: their lengths are estimates. Run it to read them.
        </p>
      )}
      {probes !== null && probes.length > 0 && folds.length > 0 && <ProbeList session={session} probes={probes} />}
      {folds.length > 0 && <h3 className="mt-4 font-semibold text-sm">What would stand in</h3>}
      <ul className="mt-2 grid gap-1 pb-4">
        {folds.map((fold) => (
          <li key={`${fold.from}-${fold.to}-${fold.kind}-${fold.before}`} className="rounded-lg border border-line px-3 py-1">
            <Disclosure
              summary={
                <span className="flex flex-wrap justify-between gap-2 tabular-nums">
                  <span>
                    {fold.kind} ·{' '}
                    {fold.from === fold.to ? `message ${fold.from + 1}` : `messages ${fold.from + 1}–${fold.to + 1}`}
                  </span>
                  <span className="text-ink-soft">
                    {whole(fold.before)} → {whole(fold.after)} tokens
                  </span>
                </span>
              }
            >
              <div className="py-2">
                <FoldDiff session={session} fold={fold} />
              </div>
            </Disclosure>
          </li>
        ))}
      </ul>
      {folds.length === 0 && (
        <p className="mt-3 text-ink-soft text-sm">Nothing would be condensed: it already fits, or nothing would be gained.</p>
      )}
    </Dialog>
  );
}

function FoldDiff({ session, fold }: { session: string; fold: LabColumn['folds'][number] }) {
  const span = { before: String(fold.to + 1), limit: String(Math.min(1_000, fold.to - fold.from + 1)) };
  const { data, error } = useQuery({
    queryKey: [...keys.entries(session), 'span', fold.from, fold.to],
    queryFn: () => call(api.entries.list, { session, query: span }),
  });
  if (error !== null) return <ProblemNotice error={error} />;
  if (data === undefined) return <Spinner label="Fetching the original…" />;
  const about = `Messages ${fold.from + 1} to ${fold.to + 1}`;
  return <BeforeAfter about={about} before={entriesText(data.entries)} after={fold.text} diffFirst={fold.kind !== 'summary'} />;
}
