import { ArrowDown } from 'lucide-react';
import type { Order } from './shown-rows.ts';

/** What stands in which column, for eyes: every row says it in full to those who listen. The last one sorts. */
export function RowColumns({ order, onOrder }: { order: Order; onOrder: () => void }) {
  return (
    <div
      aria-hidden="true"
      className="hidden shrink-0 grid-cols-[1rem_2rem_4.5rem_14rem_1fr_4rem] gap-x-2 border-line border-b px-6 py-1 text-ink-faint text-xs md:grid lg:grid-cols-[1rem_2.5rem_5rem_17rem_1fr_5rem]"
    >
      <span />
      <span>#</span>
      <span>Role</span>
      <span>What it is</span>
      <span>How it begins</span>
      <button
        type="button"
        tabIndex={-1}
        onClick={onOrder}
        title={order === 'tokens' ? 'Back to the order it is sent in' : 'Heaviest first'}
        className="inline-flex items-center justify-end gap-1 hover:text-ink"
      >
        {order === 'tokens' && <ArrowDown className="size-3" />}
        Tokens
      </button>
    </div>
  );
}
