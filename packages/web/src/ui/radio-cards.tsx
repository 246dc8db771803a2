import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { ReactNode } from 'react';

/** A choice of one among few, each with words of its own. */
export function RadioCards<Value extends string>({
  label,
  value,
  onChange,
  options,
}: {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly {
    readonly value: Value;
    readonly title: ReactNode;
    readonly text?: ReactNode;
  }[];
}) {
  return (
    <RadioGroup aria-label={label} value={value} onValueChange={(next) => onChange(next as Value)} className="grid gap-2">
      {options.map((option) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the control is Base UI's, inside.
        <label
          key={option.value}
          className="flex cursor-pointer items-start gap-3 rounded-xl border border-line bg-surface p-3 text-sm hover:bg-sunken has-data-checked:border-accent has-data-checked:bg-accent-soft"
        >
          <Radio.Root
            value={option.value}
            className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-line-strong bg-surface data-checked:border-accent"
          >
            <Radio.Indicator className="size-2 rounded-full bg-accent" />
          </Radio.Root>
          <span className="min-w-0">
            <span className="font-medium">{option.title}</span>
            {option.text !== undefined && <span className="block text-ink-soft">{option.text}</span>}
          </span>
        </label>
      ))}
    </RadioGroup>
  );
}
