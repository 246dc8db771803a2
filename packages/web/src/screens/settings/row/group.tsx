import type { ReactNode } from 'react';

/** Settings that belong together, under a heading. */
export function Group({
  title,
  help,
  children,
  actions,
}: {
  title: string;
  help?: ReactNode;
  children: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <section className="mb-8">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <h3 className="font-semibold text-base">{title}</h3>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {help !== undefined && <p className="max-w-prose text-ink-soft text-sm">{help}</p>}
      <div className="mt-2 grid divide-y divide-line">{children}</div>
    </section>
  );
}
