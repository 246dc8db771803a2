import { useEffect, useState } from 'react';
import { NumberField } from '../../../ui/number-field.tsx';

const SETTLES_AFTER_MS = 600;

/** A number that may be left out, handed on once typing rests. */
export function OptionalNumber({
  label,
  value,
  step = 1,
  placeholder = 'automatic',
  invalid = false,
  onSettled,
}: {
  label: string;
  value: number | null;
  step?: number;
  placeholder?: string;
  invalid?: boolean;
  onSettled: (value: number | null) => void;
}) {
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  useEffect(() => {
    if (draft === value) return;
    const timer = setTimeout(() => onSettled(draft), SETTLES_AFTER_MS);
    return () => clearTimeout(timer);
    // A new `onSettled` each render must not start the wait again.
  }, [draft, value]);
  return (
    <NumberField
      label={label}
      value={draft}
      onChange={setDraft}
      step={step}
      placeholder={placeholder}
      invalid={invalid}
      className="w-44"
    />
  );
}
