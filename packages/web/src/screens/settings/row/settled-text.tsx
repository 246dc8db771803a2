import { useEffect, useState } from 'react';
import { TextArea } from '../../../ui/text-field.tsx';

/** Text that is handed on when its field is left. */
export function SettledText({
  label,
  value,
  invalid = false,
  onSettled,
}: {
  label: string;
  value: string;
  invalid?: boolean;
  onSettled: (value: string) => void;
}) {
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  return (
    <TextArea
      label={label}
      value={draft}
      invalid={invalid}
      rows={3}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => draft !== value && onSettled(draft)}
    />
  );
}
