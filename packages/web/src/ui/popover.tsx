import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { joined } from './joined.ts';
import { FLOATING } from './surface.ts';

/** Something to read or fill in beside its button. `trigger` is the button itself. */
export function Popover({
  trigger,
  title,
  children,
  side = 'bottom',
  onHover = false,
  ...root
}: {
  trigger: ReactElement;
  title?: ReactNode;
  children: ReactNode;
  side?: 'top' | 'bottom' | 'left' | 'right';
  /** Also opens while the pointer rests on the button. */
  onHover?: boolean;
} & Pick<Base.Root.Props, 'open' | 'onOpenChange'>) {
  return (
    <Base.Root {...root}>
      <Base.Trigger render={trigger} openOnHover={onHover} />
      <Base.Portal>
        <Base.Positioner sideOffset={8} side={side} collisionPadding={8} className="z-40">
          <Base.Popup className={joined(FLOATING, 'w-80 max-w-[calc(100vw-1rem)] p-4 text-sm')}>
            {title !== undefined && <Base.Title className="mb-2 font-semibold">{title}</Base.Title>}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
