import type { ReactNode } from 'react';
import { ScreenHeader } from './screen-header.tsx';

/** A screen: its header with what can be done, a page that scrolls, and what stands below or lies over it. */
export function Screen({
  title,
  actions,
  above,
  below,
  className,
  children,
}: {
  title: ReactNode;
  actions?: ReactNode;
  above?: ReactNode;
  below?: ReactNode;
  className: string;
  children: ReactNode;
}) {
  return (
    <div className="flex h-full flex-col">
      <ScreenHeader title={title}>{actions}</ScreenHeader>
      {above}
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className={className}>{children}</div>
      </div>
      {below}
    </div>
  );
}
