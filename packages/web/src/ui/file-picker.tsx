import { type InputHTMLAttributes, type ReactNode, useRef } from 'react';

/** A picker of files, out of sight; `button` draws what opens it. */
export function FilePicker({
  label,
  button,
  onFiles,
  ...input
}: {
  label: string;
  button: (open: () => void) => ReactNode;
  onFiles: (files: readonly File[]) => void;
} & Pick<InputHTMLAttributes<HTMLInputElement>, 'accept' | 'multiple'>) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      {button(() => picker.current?.click())}
      <input
        {...input}
        ref={picker}
        type="file"
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </>
  );
}
