import { NumberField as Base } from '@base-ui/react/number-field';
import { Minus, Plus } from 'lucide-react';
import { joined } from './joined.ts';

const STEP = 'flex w-8 items-center justify-center text-ink-faint hover:bg-sunken hover:text-ink disabled:opacity-40';

/** A number, typed or stepped. Empty is `null`. */
export function NumberField({
  label,
  invalid = false,
  placeholder,
  onChange,
  ...root
}: {
  label: string;
  invalid?: boolean;
  placeholder?: string | undefined;
  onChange: (value: number | null) => void;
} & Pick<Base.Root.Props, 'id' | 'value' | 'min' | 'step' | 'className'>) {
  return (
    <Base.Root {...root} onValueChange={(next) => onChange(next)}>
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
