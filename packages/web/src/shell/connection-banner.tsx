import { Lock, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useConnected, useOnlyReads } from '../state/connection.ts';

/** Says that the server is away, or takes nothing in, for as long as that is so. */
export function ConnectionBanner() {
  const connected = useConnected();
  const onlyReads = useOnlyReads();
  if (!connected)
    return <Banner icon={<WifiOff />}>Tenfold is not answering. What you type is kept; this page reconnects by itself.</Banner>;
  if (onlyReads === null) return null;
  if (onlyReads === 'damaged')
    return (
      <Banner icon={<Lock />}>
        Read only: what is stored in this home is damaged. What can be read can be exported; a copy as it was found is in the home
        folder. Stop Tenfold and put a backup in place with tenfold restore.
      </Banner>
    );
  return (
    <Banner icon={<Lock />}>
      Read only: the disk of this home is full or read-only. Everything can be read, searched and exported; nothing can be sent or
      changed. Free some space and start Tenfold again.
    </Banner>
  );
}

function Banner({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div
      role="status"
      className="flex items-center justify-center gap-2 bg-warning-soft px-3 py-1.5 text-sm [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {icon}
      <span>{children}</span>
    </div>
  );
}
