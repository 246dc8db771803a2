import type { ContextPage, ContextStatus, PastContextPage } from '@tenfold/contract';
import type { ContentKind } from '@tenfold/core';
import { background, KINDS } from '../../gauge/kinds.ts';
import { Button } from '../../ui/button.tsx';
import { counted, dollars, short, when, whole } from '../../ui/figures.ts';
import { joined } from '../../ui/joined.ts';
import { modelInSentence } from '../../ui/names.ts';
import { Notice } from '../../ui/notice.tsx';
import type { RequestChange } from './request-change.ts';
import { requestName } from './request-stepper.tsx';
import { cachedTokens } from './shown-rows.ts';

/** When a request went out, to whom, and what it came to. */
export function SentFacts({ page: { request, frameChanged, rows } }: { page: PastContextPage }) {
  const { at, model, tokens, inputTokens, outputTokens, cost, position, aborted } = request;
  const billed = [
    ...(inputTokens === null ? [] : [`${whole(inputTokens)} billed in`]),
    ...(outputTokens === null ? [] : [`${whole(outputTokens)} out`]),
    ...(cost === null ? [] : [dollars(cost)]),
  ];
  return (
    <>
      <p className="mb-2 text-ink-soft text-sm tabular-nums">
        Sent at {when(at)} to{' '}
        <span className="font-medium text-ink">{model === null ? 'an unknown model' : modelInSentence(model)}</span>, and answered
        by message {position + 1}
        {aborted === true ? ', which was stopped early' : ''}: {counted(rows.length, 'row')}, {whole(tokens)} tokens counted
        {billed.length === 0 ? '' : `, ${billed.join(', ')}`}.
      </p>
      {frameChanged && (
        <Notice className="mb-2">
          The system text or the tools were changed since. They are shown as they are now; everything else is as it was sent.
        </Notice>
      )}
    </>
  );
}

/** How much of the request the provider still has from the last one: cheap to send again as long as it stays the same. */
export function CachedPrefix({ page: { rows, cachedUntil, tokens }, wasSent }: { page: ContextPage; wasSent: boolean }) {
  const cached = cachedTokens(rows);
  if (cachedUntil === null || cached === 0)
    return (
      <p className="mt-2 text-ink-faint text-xs">
        {wasSent
          ? 'No cached prefix: the provider keeps none of what was sent, or it is no longer known.'
          : 'No cached prefix: nothing has been sent yet.'}
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
