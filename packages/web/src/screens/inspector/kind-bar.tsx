import type { ContextStatus } from '@tenfold/contract';
import type { ContentKind } from '@tenfold/core';
import { background, KINDS } from '../../gauge/kinds.ts';
import { short, whole } from '../../ui/figures.ts';
import { joined } from '../../ui/joined.ts';

/** What fills the request, by kind. A slice filters the rows; the same slice again shows all. */
export function KindBar({
  status: { breakdown, room, used },
  kind,
  onKind,
}: {
  status: ContextStatus;
  kind: ContentKind | undefined;
  onKind: (kind: ContentKind | undefined) => void;
}) {
  const slices = KINDS.filter((look) => look.kind !== 'draft' && breakdown[look.kind] > 0);
  const scale = Math.max(room, used);
  const toggle = (chosen: ContentKind) => onKind(kind === chosen ? undefined : chosen);
  return (
    <div>
      <div className="flex h-5 w-full overflow-hidden rounded-lg bg-sunken ring-1 ring-line" aria-hidden="true">
        {slices.map((look) => (
          <button
            key={look.kind}
            type="button"
            tabIndex={-1}
            title={`${look.label}: ${whole(breakdown[look.kind])} tokens`}
            onClick={() => toggle(look.kind)}
            className={joined('h-full min-w-1 transition-opacity', kind !== undefined && kind !== look.kind && 'opacity-30')}
            style={{ width: `${(100 * breakdown[look.kind]) / scale}%`, background: background(look) }}
          />
        ))}
      </div>
      <fieldset className="mt-2 flex flex-wrap gap-1.5">
        <legend className="sr-only">Filter by kind</legend>
        {slices.map((look) => (
          <button
            key={look.kind}
            type="button"
            aria-pressed={kind === look.kind}
            onClick={() => toggle(look.kind)}
            className="inline-flex min-h-6 items-center gap-1.5 rounded-full border border-line bg-surface px-2 text-ink-soft text-xs tabular-nums hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-ink"
          >
            <span aria-hidden="true" className="size-2.5 rounded-sm" style={{ background: background(look) }} />
            {look.label} {short(breakdown[look.kind])}
          </button>
        ))}
        <span className="inline-flex min-h-6 items-center px-1 text-ink-faint text-xs tabular-nums">
          free {short(Math.max(0, room - used))}
        </span>
      </fieldset>
    </div>
  );
}
