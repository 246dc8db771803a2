import { useEffect, useState } from 'react';
import { NumberField } from '../../../ui/number-field.tsx';

const SETTLES_AFTER_MS = 600;

/** A number that is handed on once typing or stepping rests. What is out of bounds is handed on too: the server says why not. */
export function SettledNumber({
  label,
  value,
  step,
  unit,
  invalid = false,
  onSettled,
}: {
  label: string;
  value: number;
  step: number;
  unit?: string;
  invalid?: boolean;
  onSettled: (value: number) => void;
}) {
  const [draft, setDraft] = useState<number | null>(value);
  useEffect(() => setDraft(value), [value]);
  useEffect(() => {
    if (draft === null || draft === value) return;
    const timer = setTimeout(() => onSettled(draft), SETTLES_AFTER_MS);
    return () => clearTimeout(timer);
    // A new `onSettled` each render must not start the wait again.
  }, [draft, value]);
  return (
    <span className="flex items-center gap-2">
      <NumberField label={label} value={draft} onChange={setDraft} step={step} invalid={invalid} className="w-36" />
      {unit !== undefined && <span className="whitespace-nowrap text-ink-soft text-sm">{unit}</span>}
    </span>
  );
}
