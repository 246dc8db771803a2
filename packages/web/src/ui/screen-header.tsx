import type { ReactNode } from 'react';

/** The line on top of a screen: where you are, and what can be done here. */
export function ScreenHeader({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <header className="flex min-h-14 shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-surface px-4 py-2">
      <h1 className="min-w-0 flex-1 truncate font-semibold text-base">{title}</h1>
      {children}
    </header>
  );
}
