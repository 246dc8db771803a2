import type { ReactNode } from 'react';

/** What a place says before anything is there: what will be, and how to begin. */
export function EmptyState({
  icon,
  title,
  children,
  actions,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center gap-3 px-6 py-12 text-center">
      {icon !== undefined && <div className="rounded-2xl bg-accent-soft p-3 text-accent [&_svg]:size-6">{icon}</div>}
      <h2 className="font-semibold text-lg">{title}</h2>
      {children !== undefined && <div className="text-ink-soft text-sm">{children}</div>}
      {actions !== undefined && <div className="mt-1 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}
