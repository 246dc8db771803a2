import type { LabProbe } from '@tenfold/contract';
import { Check, Lock, X } from 'lucide-react';
import { useState } from 'react';
import { useProtect } from '../../queries/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { kindName } from '../../ui/kind-name.ts';
import { toastProblem } from '../../ui/toast.tsx';

/** The facts one would miss most, what became of each, and a way to keep the message that says it. The lost ones first. */
export function ProbeList({ session, probes }: { session: string; probes: readonly LabProbe[] }) {
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
          <Probe key={`${probe.kind} ${probe.position} ${probe.text}`} session={session} probe={probe} />
        ))}
      </ul>
    </section>
  );
}

function Probe({ session, probe: { kind, text, entry, position, kept } }: { session: string; probe: LabProbe }) {
  const { mutateAsync: protect, isPending } = useProtect(session);
  const [held, setHeld] = useState(false);
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-lg border border-line px-3 py-1.5 text-sm">
      {kept ? (
        <Check className="size-4 shrink-0 text-normal" aria-label="kept" />
      ) : (
        <X className="size-4 shrink-0 text-critical" aria-label="lost" />
      )}
      <span className="min-w-0 flex-1 basis-48 break-words">{text}</span>
      <Badge>{kindName(kind)}</Badge>
      <span className="text-ink-faint text-xs tabular-nums">{entry === null ? 'in a summary' : `message ${position + 1}`}</span>
      {!kept && entry !== null && (
        <Button
          small
          disabled={held || isPending}
          onClick={() => void protect({ entry: { id: entry }, value: true }).then(() => setHeld(true), toastProblem)}
        >
          <Lock className="size-3.5" aria-hidden="true" />
          {held ? 'Protected' : 'Protect'}
        </Button>
      )}
    </li>
  );
}
