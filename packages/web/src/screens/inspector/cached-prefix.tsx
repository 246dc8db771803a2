import type { ContextPage } from '@tenfold/contract';
import { whole } from '../../ui/figures.ts';
import { cachedTokens } from './shown-rows.ts';

/** How much of the request the provider still has from the last one: cheap to send again as long as it stays the same. */
export function CachedPrefix({ page: { rows, cachedUntil, tokens }, wasSent }: { page: ContextPage; wasSent: boolean }) {
  const cached = cachedTokens(rows);
  if (cachedUntil === null || cached === 0)
    return (
      <p className="mt-2 text-ink-faint text-xs">
        {wasSent
          ? 'No cached prefix: the provider keeps none of what was sent, or it is not known any more.'
          : 'No cached prefix: nothing was sent yet.'}
      </p>
    );
  return (
    <div className="mt-2 flex items-center gap-2 text-ink-soft text-xs">
      <div className="h-1.5 w-40 shrink-0 overflow-hidden rounded-full bg-sunken ring-1 ring-line" aria-hidden="true">
        <div className="h-full bg-normal" style={{ width: `${Math.min(100, (100 * cached) / Math.max(1, tokens))}%` }} />
      </div>
      <p className="tabular-nums">
        Cached prefix: {whole(cached)} of {whole(tokens)} tokens, up to row {cachedUntil}
      </p>
    </div>
  );
}
