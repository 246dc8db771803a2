import { LoaderCircle } from 'lucide-react';
import { joined } from './joined.ts';

/** Something is under way. With `label` it says so aloud. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span
      className={joined('inline-flex items-center gap-2 text-ink-soft text-sm', className)}
      role={label === undefined ? undefined : 'status'}
    >
      <LoaderCircle className="size-4 motion-safe:animate-spin" aria-hidden="true" />
      {label}
    </span>
  );
}
