import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** A form in a window. Enter saves; what is refused gets the focus. */
export function FormDialog({
  title,
  description,
  action,
  wide = false,
  disabled,
  problems = {},
  onSave,
  onClose,
  children,
}: {
  title: string;
  description?: string;
  action: string;
  wide?: boolean;
  disabled: boolean;
  problems?: Readonly<Record<string, string>>;
  onSave: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const wrong = Object.keys(problems).join(' ');
  useEffect(() => {
    if (wrong !== '') form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wrong]);
  return (
    <Dialog
      wide={wide}
      onClose={onClose}
      title={title}
      {...(description === undefined ? {} : { description })}
      footer={
        <>
          <Button label="Cancel" onClick={onClose} />
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
