import type { Estimate } from '@tenfold/contract';
import { dollars } from '../../../ui/money.ts';
import { percent, whole } from '../../../ui/numbers.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { SessionPicker } from '../session-picker.tsx';

/** What all passes together would come to on the chosen conversation. */
export function PreviewLine({
  estimate,
  settling,
  error,
}: {
  estimate: Estimate | undefined;
  settling: boolean;
  error: Error | null;
}) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl bg-sunken px-3 py-2 text-sm">
      <SessionPicker label="Try on" />
      {error !== null ? (
        <span className="text-critical">{error.message}</span>
      ) : (
        estimate !== undefined && (
          <span role="status" data-preview="" className="tabular-nums">
            {whole(estimate.before)} → {estimate.asks > 0 ? '≈ ' : ''}
            <strong>{whole(estimate.after)}</strong> tokens (−
            {percent(estimate.before === 0 ? 0 : 1 - estimate.after / estimate.before)})
            {estimate.asks === 0
              ? ', no model asked'
              : `, ${estimate.asks} model ${estimate.asks === 1 ? 'call' : 'calls'}${estimate.cost === null ? '' : ` ≈ ${dollars(estimate.cost)}`}`}
          </span>
        )
      )}
      {settling && <Spinner />}
      <span className="basis-full text-ink-faint text-xs">A dry run: nothing is changed and nothing is paid.</span>
    </div>
  );
}
