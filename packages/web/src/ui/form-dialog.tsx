import { type ComponentProps, useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** A form in a window. Enter saves; what is refused gets the focus. */
export function FormDialog({
  action,
  disabled,
  problems = {},
  onSave,
  children,
  ...dialog
}: {
  action: string;
  disabled: boolean;
  problems?: Readonly<Record<string, string>>;
  onSave: () => void;
} & Omit<ComponentProps<typeof Dialog>, 'footer'>) {
  const form = useRef<HTMLFormElement>(null);
  const wrong = Object.keys(problems).join(' ');
  useEffect(() => {
    if (wrong !== '') form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wrong]);
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button label="Cancel" onClick={dialog.onClose} />
          <Button kind="primary" label={action} disabled={disabled} onClick={onSave} />
        </>
      }
    >
      <form
        ref={form}
        noValidate
        className="grid gap-5 pb-2"
        onSubmit={(event) => {
          event.preventDefault();
          onSave();
        }}
      >
        {children}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
