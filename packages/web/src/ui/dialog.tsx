import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { joined } from './joined.ts';
import { BACKDROP } from './surface.ts';

/** A window over the page: a title, what it is about, and a foot for actions. Escape and the cross close it. */
export function Dialog({
  open = true,
  onClose,
  title,
  description,
  wide = false,
  footer,
  children,
}: {
  open?: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  wide?: boolean;
  footer?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Base.Root open={open} onOpenChange={(now) => now || onClose()}>
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Popup
          className={joined(
            'fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[92dvh] w-full flex-col rounded-t-2xl border border-line bg-surface shadow-2xl outline-none transition-[opacity,translate] duration-150 sm:top-[8dvh] sm:bottom-auto sm:max-h-[84dvh] sm:rounded-2xl',
            'data-starting-style:translate-y-2 data-starting-style:opacity-0 data-ending-style:translate-y-2 data-ending-style:opacity-0',
            wide ? 'sm:max-w-3xl' : 'sm:max-w-lg',
          )}
        >
          <header className="py-2 pt-4 pr-12 pl-5">
            <Base.Title className="font-semibold text-base">{title}</Base.Title>
            {description !== undefined && (
              <Base.Description className="mt-0.5 text-ink-soft text-sm">{description}</Base.Description>
            )}
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-2">{children}</div>
          {footer !== undefined && (
            <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3">{footer}</footer>
          )}
          {/* Last in the order of keys: the focus begins with what the window is for. */}
          <Base.Close
            aria-label="Close"
            className="absolute top-4 right-4 rounded-md p-1 text-ink-faint hover:bg-sunken hover:text-ink"
          >
            <X className="size-4" aria-hidden="true" />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
