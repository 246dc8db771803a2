import { WifiOff } from 'lucide-react';
import { useConnected } from '../state/connection.ts';

/** Says that the server is away, for as long as it is. */
export function ConnectionBanner() {
  if (useConnected()) return null;
  return (
    <div role="status" className="flex items-center justify-center gap-2 bg-warning-soft px-3 py-1.5 text-sm">
      <WifiOff className="size-4 shrink-0" aria-hidden="true" />
      <span>Tenfold is not answering. What you type is kept; this page reconnects by itself.</span>
    </div>
  );
}
