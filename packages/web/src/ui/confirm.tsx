import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { BACKDROP } from './surface.ts';

/** Asks before something that cannot be taken back. */
export function Confirm({
  open = true,
  onClose,
  title,
  children,
  action,
  onConfirm,
  danger = false,
}: {
  open?: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  action: string;
  onConfirm: () => void;
  danger?: boolean;
}) {
  return (
    <AlertDialog.Root open={open} onOpenChange={(now) => now || onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={BACKDROP} />
        <AlertDialog.Popup className="fixed inset-x-4 top-[20dvh] z-50 mx-auto max-w-md rounded-2xl border border-line bg-surface p-5 shadow-2xl outline-none">
          <AlertDialog.Title className="font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div />} className="mt-1 text-ink-soft text-sm">
            {children}
          </AlertDialog.Description>
          <div className="mt-4 flex justify-end gap-2">
            <AlertDialog.Close render={<Button label="Cancel" />} />
            <Button
              kind={danger ? 'danger' : 'primary'}
              label={action}
              onClick={() => {
                onClose();
                onConfirm();
              }}
            />
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
