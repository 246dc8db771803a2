import type { ReactNode } from 'react';

/** A key to press. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex min-w-5 items-center justify-center rounded border border-line border-b-2 bg-sunken px-1 font-mono text-[0.7rem] text-ink-soft">
      {children}
    </kbd>
  );
}
