import { Layers } from 'lucide-react';
import { useFolds } from '../../../queries/folding.ts';
import { whole } from '../../../ui/numbers.ts';
import { Popover } from '../../../ui/popover.tsx';
import { ScrollText } from '../../../ui/scroll-text.tsx';
import { useThread } from './in-thread.ts';

/** Says that a message is not in the context any more, and shows what stands there instead. */
export function FoldedMark({ fold }: { fold: string }) {
  const { session } = useThread();
  const { data: folds } = useFolds(session);
  const shown = folds?.find(({ id }) => id === fold);
  return (
    <Popover
      title="What the model sees instead"
      onHover
      trigger={
        <button
          type="button"
          className="inline-flex min-h-6 items-center gap-1 whitespace-nowrap rounded-full px-1.5 text-ink-faint text-xs hover:bg-sunken hover:text-ink"
        >
          <Layers className="size-3.5" aria-hidden="true" />
          <span>
            condensed<span className="max-sm:sr-only">, not in context</span>
          </span>
        </button>
      }
    >
      {shown === undefined ? (
        <p className="text-ink-soft">It is part of a condensed span.</p>
      ) : (
        <>
          <p className="mb-2 text-ink-soft text-xs">
            Messages {shown.from + 1}–{shown.to + 1}: {whole(shown.before)} → {whole(shown.after)} tokens, by {shown.by}.
          </p>
          <ScrollText text={shown.text || 'Nothing: its place is covered by the summary before it.'} label="Stand-in" />
        </>
      )}
    </Popover>
  );
}
