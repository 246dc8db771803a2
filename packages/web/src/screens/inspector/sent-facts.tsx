import type { PastContextPage } from '@tenfold/contract';
import { counted, dollars, when, whole } from '../../ui/figures.ts';
import { Notice } from '../../ui/notice.tsx';

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
        Sent at {when(at)} to <span className="font-medium text-ink">{model ?? 'a model nobody noted'}</span>, and answered by
        message {position + 1}
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
