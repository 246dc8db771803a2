import { Slider as Base } from '@base-ui/react/slider';

/** A number chosen by dragging or with the arrow keys. */
export function Slider({
  label,
  value,
  min = 0,
  max = 100,
  step = 1,
  onChange,
  onSettled,
  disabled = false,
  format = String,
}: {
  label: string;
  value: number;
  min?: number;
  max?: number;
  step?: number;
  onChange: (value: number) => void;
  onSettled?: (value: number) => void;
  disabled?: boolean;
  format?: (value: number) => string;
}) {
  return (
    <Base.Root
      value={value}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
      onValueChange={(next) => onChange(next as number)}
      onValueCommitted={(next) => onSettled?.(next as number)}
      className="w-full"
    >
      <Base.Control className="flex h-6 w-full touch-none items-center">
        <Base.Track className="relative h-1.5 w-full rounded-full bg-line">
          <Base.Indicator className="rounded-full bg-accent" />
          <Base.Thumb
            getAriaLabel={() => label}
            getAriaValueText={(_, next) => format(next)}
            className="size-4.5 rounded-full border-2 border-accent bg-surface shadow has-focus-visible:ring-2 has-focus-visible:ring-accent/50"
          />
        </Base.Track>
      </Base.Control>
    </Base.Root>
  );
}
