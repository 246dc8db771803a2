import { Checkbox as Base } from '@base-ui/react/checkbox';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

/** A box to tick with its words beside it. */
export function Checkbox({
  checked,
  onChange,
  label,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is Base UI's, inside.
    <label className="inline-flex min-h-6 items-center gap-2 text-sm">
      <Base.Root
        checked={checked}
        onCheckedChange={onChange}
        className="flex size-4.5 shrink-0 items-center justify-center rounded border border-line-strong bg-surface data-checked:border-accent data-checked:bg-accent"
      >
        <Base.Indicator className="text-on-accent">
          <Check className="size-3.5" aria-hidden="true" />
        </Base.Indicator>
      </Base.Root>
      <span>{label}</span>
    </label>
  );
}
