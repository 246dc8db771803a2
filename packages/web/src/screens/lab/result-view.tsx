import { api, type LabColumn, type LabProbe } from '@tenfold/contract';
import { formatReport } from '@tenfold/core';
import { Check, Lock, X } from 'lucide-react';
import { call } from '../../api/client.ts';
import { useSessionFetched } from '../../queries/fetched.ts';
import { useProtect } from '../../queries/folding.ts';
import { keys } from '../../queries/keys.ts';
import { Badge } from '../../ui/badge.tsx';
import { BeforeAfter } from '../../ui/before-after.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { entriesText } from '../../ui/entry-text.ts';
import { Fetching } from '../../ui/fetching.tsx';
import { whole } from '../../ui/figures.ts';
import { kindName } from '../../ui/names.ts';

/** What a column would do: its report, and each stand-in beside what it stands for. */
export function ResultView({ column, onClose }: { column: LabColumn; onClose: () => void }) {
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
      {probes !== null && probes.length > 0 && folds.length > 0 && <ProbeList probes={probes} />}
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
                <FoldDiff fold={fold} />
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

function FoldDiff({ fold }: { fold: LabColumn['folds'][number] }) {
  const span = { before: String(fold.to + 1), limit: String(Math.min(1_000, fold.to - fold.from + 1)) };
  const original = useSessionFetched(
    (session) => [...keys.entries(session), 'span', fold.from, fold.to],
    (session) => call(api.entries.list, { session, query: span }),
  );
  const { data } = original;
  if (data === undefined) return <Fetching of={original} label="Fetching the original…" />;
  const about = `Messages ${fold.from + 1} to ${fold.to + 1}`;
  return <BeforeAfter about={about} before={entriesText(data.entries)} after={fold.text} diffFirst={fold.kind !== 'summary'} />;
}

/** The facts one would miss most, what became of each, and a way to keep the message that says it. The lost ones first. */
function ProbeList({ probes }: { probes: readonly LabProbe[] }) {
  const lost = probes.filter(({ kept }) => !kept);
  const shown = [...lost, ...probes.filter(({ kept }) => kept)];
  return (
    <section aria-label="Would you miss these?" className="mt-4">
      <h3 className="font-semibold text-sm">Would you miss these?</h3>
      <p className="text-ink-soft text-sm">
        {lost.length === 0
          ? `All ${probes.length} of the facts that matter most can still be read.`
          : `${lost.length} of ${probes.length} could not be read any more. Protect a message to keep it word for word.`}
      </p>
      <ul className="mt-2 grid gap-1">
        {shown.map((probe) => (
          <Probe key={`${probe.kind} ${probe.position} ${probe.text}`} probe={probe} />
        ))}
      </ul>
    </section>
  );
}

function Probe({ probe: { kind, text, entry, position, kept } }: { probe: LabProbe }) {
  const { mutate: protect, isPending, isSuccess: held } = useProtect();
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-lg border border-line px-3 py-1.5 text-sm">
      {kept ? (
        <Check className="size-4 shrink-0 text-normal" aria-label="kept" />
      ) : (
        <X className="size-4 shrink-0 text-critical" aria-label="lost" />
      )}
      <span className="min-w-0 flex-1 basis-48">{text}</span>
      <Badge>{kindName(kind)}</Badge>
      <span className="text-ink-faint text-xs tabular-nums">{entry === null ? 'in a summary' : `message ${position + 1}`}</span>
      {!kept && entry !== null && (
        <Button
          small
          icon={<Lock />}
          label={held ? 'Protected' : 'Protect'}
          disabled={held || isPending}
          onClick={() => protect({ entry: { id: entry }, value: true })}
        />
      )}
    </li>
  );
}
