import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { joined } from './joined.ts';
import { CHOICE, FLOATING } from './surface.ts';

/** One thing to choose. */
export interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
}

/** A choice of one. `label` is spoken; show it yourself with `Field` where it should be seen. */
export function Select<Value extends string>({
  label,
  value,
  choices,
  onChange,
  quiet = false,
  disabled = false,
  className,
}: {
  label: string;
  value: Value;
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
  quiet?: boolean;
  disabled?: boolean;
  className?: string;
}) {
  return (
    <Base.Root
      items={choices}
      value={value}
      disabled={disabled}
      onValueChange={(next) => next !== null && onChange(next as Value)}
    >
      <Base.Trigger
        aria-label={label}
        className={joined(
          'inline-flex items-center justify-between gap-1.5 rounded-lg text-left text-sm outline-none focus-visible:ring-2 focus-visible:ring-accent disabled:opacity-60',
          quiet
            ? 'min-h-7 px-2 py-0.5 text-ink-soft hover:bg-sunken hover:text-ink'
            : 'min-h-9 border border-line-strong/60 bg-surface px-3 py-1.5 hover:bg-sunken',
          className,
        )}
      >
        <Base.Value className="truncate" />
        <Base.Icon>
          <ChevronsUpDown className="size-3.5 text-ink-faint" aria-hidden="true" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-70">
          <Base.Popup className={joined(FLOATING, 'max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto p-1')}>
            {choices.map((choice) => (
              <Base.Item key={choice.value} value={choice.value} disabled={choice.disabled ?? false} className={CHOICE}>
                <span className="flex size-4 items-center">
                  <Base.ItemIndicator>
                    <Check aria-hidden="true" />
                  </Base.ItemIndicator>
                </span>
                <span className="min-w-0">
                  <Base.ItemText>{choice.label}</Base.ItemText>
                  {choice.hint !== undefined && <span className="block text-ink-faint text-xs">{choice.hint}</span>}
                </span>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
