import { NumberField as Base } from '@base-ui/react/number-field';
import { Minus, Plus } from 'lucide-react';
import { joined } from './joined.ts';

const STEP = 'flex w-8 items-center justify-center text-ink-faint hover:bg-sunken hover:text-ink disabled:opacity-40';

/** A number, typed or stepped. Empty is `null`. */
export function NumberField({
  label,
  value,
  onChange,
  min,
  step = 1,
  invalid = false,
  placeholder,
  id,
  className,
}: {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
  min?: number;
  step?: number;
  invalid?: boolean;
  placeholder?: string;
  id?: string;
  className?: string;
}) {
  return (
    <Base.Root
      {...(id === undefined ? {} : { id })}
      {...(min === undefined ? {} : { min })}
      value={value}
      step={step}
      onValueChange={(next) => onChange(next)}
      className={className}
    >
      <Base.Group
        className={joined(
          'flex min-h-9 overflow-hidden rounded-lg border bg-surface focus-within:ring-2 focus-within:ring-accent/30',
          invalid ? 'border-critical' : 'border-line-strong/60 focus-within:border-accent',
        )}
      >
        <Base.Decrement aria-label={`${label}: less`} className={STEP}>
          <Minus className="size-3.5" aria-hidden="true" />
        </Base.Decrement>
        <Base.Input
          aria-label={label}
          aria-invalid={invalid}
          placeholder={placeholder}
          className="w-full min-w-16 bg-transparent text-center text-sm tabular-nums outline-none"
        />
        <Base.Increment aria-label={`${label}: more`} className={STEP}>
          <Plus className="size-3.5" aria-hidden="true" />
        </Base.Increment>
      </Base.Group>
    </Base.Root>
  );
}
