import type { Estimate } from '@tenfold/contract';
import { useEstimate } from '../../../queries/folding.ts';
import { dollars, whole } from '../../../ui/figures.ts';
import { joined } from '../../../ui/joined.ts';
import type { Completion } from './slash.ts';

/** Commands that fit what is typed, with what running them would come to. */
export function CompletionList({
  id,
  completions,
  active,
  onTake,
}: {
  id: string;
  completions: readonly Completion[];
  active: number;
  onTake: (completion: Completion) => void;
}) {
  const plain = useEstimate(
    { force: true },
    completions.some(({ estimate }) => estimate === 'plain'),
  );
  const fast = useEstimate(
    { fast: true, force: true },
    completions.some(({ estimate }) => estimate === 'fast'),
  );
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Commands"
      className="absolute inset-x-0 bottom-full z-20 mb-1 overflow-hidden rounded-xl border border-line bg-surface p-1 shadow-xl"
    >
      {completions.map((completion, index) => (
        <div
          key={completion.line}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          onMouseDown={(event) => {
            event.preventDefault();
            onTake(completion);
          }}
          className={joined(
            'flex min-h-8 cursor-default flex-wrap items-center gap-x-3 rounded-md px-2 py-1 text-sm hover:bg-sunken',
            index === active && 'bg-accent-soft',
          )}
        >
          <span className="font-mono">{completion.line}</span>
          <span className="text-ink-soft">{completion.about}</span>
          <span className="ml-auto text-ink-faint text-xs tabular-nums">
            {completion.estimate === 'plain' && words(plain.data)}
            {completion.estimate === 'fast' && words(fast.data)}
          </span>
        </div>
      ))}
    </div>
  );
}

function words(estimate: Estimate | undefined): string {
  if (estimate === undefined) return '';
  if (estimate.folds.length === 0) return 'nothing to condense';
  return `${whole(estimate.before)} → ≈ ${whole(estimate.after)} tokens, est. ${dollars(estimate.cost)}`;
}
