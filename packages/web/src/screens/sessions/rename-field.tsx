import { useEffect, useRef } from 'react';
import { TextField } from '../../ui/text-field.tsx';

/** The title, to be typed over. Enter and leaving keep it, Escape does not (null). */
export function RenameField({ title, onDone }: { title: string; onDone: (title: string | null) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  useEffect(() => field.current?.select(), []);
  const finish = (value: string | null) => {
    if (done.current) return;
    done.current = true;
    onDone(value === null || value.trim() === '' || value.trim() === title ? null : value.trim());
  };
  return (
    <TextField
      ref={field}
      label="Title"
      defaultValue={title}
      maxLength={300}
      className="relative z-10 flex-1"
      onBlur={(event) => finish(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish(event.currentTarget.value);
        if (event.key === 'Escape') finish(null);
      }}
    />
  );
}
