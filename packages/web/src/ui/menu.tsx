import { Menu as Base } from '@base-ui/react/menu';
import { ChevronRight } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { joined } from './joined.ts';
import { CHOICE, FLOATING } from './surface.ts';

/** A button that opens a list of actions. `trigger` is the button itself. */
export function Menu({
  trigger,
  children,
  align = 'end',
}: {
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'end';
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={align} className="z-70">
          <Base.Popup className={joined(FLOATING, 'min-w-52 max-w-80 p-1')}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** One action of a menu. */
export function MenuItem({
  icon,
  label,
  shortcut,
  danger = false,
  disabled = false,
  onSelect,
}: {
  icon?: ReactNode;
  label: ReactNode;
  shortcut?: string;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
}) {
  return (
    <Base.Item className={joined(CHOICE, danger && 'text-critical')} disabled={disabled} onClick={onSelect}>
      {icon}
      <span className="min-w-0 flex-1">{label}</span>
      {shortcut !== undefined && <kbd className="font-mono text-ink-faint text-xs">{shortcut}</kbd>}
    </Base.Item>
  );
}

/** An action that opens a list of its own. */
export function SubMenu({ icon, label, children }: { icon?: ReactNode; label: string; children: ReactNode }) {
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger className={joined(CHOICE, 'data-popup-open:bg-accent-soft')}>
        {icon}
        <span className="min-w-0 flex-1">{label}</span>
        <ChevronRight aria-hidden="true" />
      </Base.SubmenuTrigger>
      <Base.Portal>
        <Base.Positioner sideOffset={2} alignOffset={-4} collisionPadding={8} className="z-70">
          <Base.Popup className={joined(FLOATING, 'max-h-80 min-w-44 max-w-72 overflow-y-auto p-1')}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  );
}

/** A line between groups of actions. */
export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-line" />;
}

/** A heading over a group of actions. */
export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1.5 pb-0.5 text-ink-faint text-xs">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}
