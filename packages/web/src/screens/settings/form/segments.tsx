import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';

/** A choice of one among very few, side by side. */
export function Segments<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: Value;
  options: Readonly<Record<Value, string>>;
  onChange: (value: Value) => void;
}) {
  return (
    <RadioGroup
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      className="flex w-fit flex-wrap gap-0.5 rounded-lg border border-line bg-sunken p-0.5"
    >
      {(Object.entries(options) as [Value, string][]).map(([option, words]) => (
        <Radio.Root
          key={option}
          value={option}
          aria-label={words}
          className="flex min-h-7 cursor-pointer items-center rounded-md px-3 text-ink-soft text-sm data-checked:bg-surface data-checked:font-medium data-checked:text-ink data-checked:shadow-sm"
        >
          {words}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
