import { Drawer as Base } from '@base-ui/react/drawer';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { BACKDROP } from './surface.ts';

/** A panel from the right edge; on a phone it takes nearly the whole width. Swiping, Escape and the cross close it. */
export function Drawer({ onClose, title, children }: { onClose: () => void; title: ReactNode; children: ReactNode }) {
  return (
    <Base.Root open onOpenChange={(open) => open || onClose()} swipeDirection="right">
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Viewport className="fixed inset-0 z-50 flex justify-end">
          <Base.Popup className="flex h-full w-[28rem] max-w-[92vw] flex-col border-line border-l bg-surface shadow-2xl outline-none transition-transform duration-200 [transform:translateX(var(--drawer-swipe-movement-x))] data-ending-style:[transform:translateX(100%)] data-starting-style:[transform:translateX(100%)]">
            <header className="flex items-center gap-3 border-line border-b px-4 py-3">
              <Base.Title className="min-w-0 flex-1 truncate font-semibold">{title}</Base.Title>
              <Base.Close aria-label="Close" className="rounded-md p-1 text-ink-faint hover:bg-sunken hover:text-ink">
                <X className="size-4" aria-hidden="true" />
              </Base.Close>
            </header>
            <Base.Content className="min-h-0 flex-1 overflow-y-auto p-4">{children}</Base.Content>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
