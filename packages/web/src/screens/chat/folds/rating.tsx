import { Star } from 'lucide-react';
import { useRate } from '../../../queries/folding.ts';
import { joined } from '../../../ui/joined.ts';
import { toastProblem } from '../../../ui/toast.tsx';

/** How good a summary is, from 1 to 5. */
export function Rating({ session, run, rating }: { session: string; run: string; rating: number | null }) {
  const rate = useRate(session);
  return (
    <fieldset className="inline-flex items-center">
      <legend className="sr-only">Rate this summary</legend>
      {[1, 2, 3, 4, 5].map((stars) => (
        <button
          key={stars}
          type="button"
          aria-label={`${stars} of 5`}
          aria-pressed={rating === stars}
          title={`Rate ${stars} of 5`}
          disabled={rate.isPending}
          onClick={() => rate.mutate({ run, rating: stars }, { onError: toastProblem })}
          className="inline-flex size-6 items-center justify-center rounded text-ink-faint hover:text-warning"
        >
          <Star
            className={joined('size-3.5', rating !== null && stars <= rating && 'fill-current text-warning')}
            aria-hidden="true"
          />
        </button>
      ))}
    </fieldset>
  );
}
