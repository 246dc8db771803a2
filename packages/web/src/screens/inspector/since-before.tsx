import type { PastContextPage } from '@tenfold/contract';
import { Button } from '../../ui/button.tsx';
import { counted, whole } from '../../ui/figures.ts';
import type { RequestChange } from './request-change.ts';
import { requestName } from './request-stepper.tsx';

/** What a request has that the one before had not, and what was condensed between the two. */
export function SinceBefore({
  before,
  tokens,
  change,
  only,
  onOnly,
}: {
  before: PastContextPage;
  tokens: number;
  change: RequestChange;
  /** Only rows that differ are listed. */
  only: boolean;
  onOnly: (only: boolean) => void;
}) {
  const words = changeWords(change);
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft text-xs tabular-nums">
      <p>
        Since the request before ({requestName(before.request).toLowerCase()}): {whole(before.tokens)} → {whole(tokens)} tokens
        {words.length === 0 ? '; the same rows' : `; ${words.join(', ')}`}.
      </p>
      {change.rows.size > 0 && (
        <Button
          small
          kind="quiet"
          label={only ? 'Show every row' : 'Show only these'}
          aria-pressed={only}
          onClick={() => onOnly(!only)}
        />
      )}
    </div>
  );
}

function changeWords({ added, folded, back, changed }: RequestChange): string[] {
  return [
    ...(added.rows > 0 ? [`${counted(added.rows, 'row')} added (+${whole(added.tokens)})`] : []),
    ...(folded.rows > 0 ? [`${counted(folded.rows, 'row')} condensed (${whole(folded.before)} → ${whole(folded.after)})`] : []),
    ...(back.rows > 0 ? [`${counted(back.rows, 'row')} in full again (+${whole(back.tokens)})`] : []),
    ...(changed.rows > 0
      ? [`${counted(changed.rows, 'row')} in another form (${whole(changed.before)} → ${whole(changed.after)})`]
      : []),
  ];
}
