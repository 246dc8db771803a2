import { useEffect, useRef, useState } from 'react';
import { NumberField } from '../../../ui/number-field.tsx';
import type { ControlKind } from './control-kind.ts';

const SETTLES_AFTER_MS = 600;

/** A number, typed or stepped. What is out of bounds is handed on too: the server says why not. */
export function NumberControl({
  kind,
  value,
  placeholder,
  settles = false,
  onChange,
  ...named
}: {
  kind: ControlKind & { type: 'number' };
  label: string;
  id?: string;
  invalid?: boolean;
  value: number | null;
  /** Stands where there is no number, as `off`. */
  placeholder?: string | undefined;
  settles?: boolean;
  onChange: (value: number | null) => void;
}) {
  const [draft, setDraft] = useState(value);
  const handOn = useRef(onChange);
  handOn.current = onChange;
  useEffect(() => setDraft(value), [value]);
  const isGiven = (next: number | null) => next !== null || kind.empty !== undefined;
  useEffect(() => {
    if (!settles || draft === value || !isGiven(draft)) return;
    const timer = setTimeout(() => handOn.current(draft), SETTLES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draft, value]);
  const take = (next: number | null) => {
    setDraft(next);
    if (!settles && isGiven(next)) onChange(next);
  };
  const field = (
    <NumberField
      {...named}
      value={draft}
      step={kind.step ?? 1}
      placeholder={placeholder}
      onChange={take}
      {...(settles ? { className: kind.empty === undefined ? 'w-36' : 'w-44' } : {})}
    />
  );
  if (!kind.unit) return field;
  return (
    <span className="flex items-center gap-2">
      {field}
      <span className="whitespace-nowrap text-ink-soft text-sm">{kind.unit}</span>
    </span>
  );
}
