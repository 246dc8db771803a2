import { Switch as Base } from '@base-ui/react/switch';

/** On or off, at once. `label` is spoken; show it yourself with `Field` where it should be seen. */
export function Switch({
  label,
  onChange,
  ...root
}: { label: string; onChange: (checked: boolean) => void } & Pick<Base.Root.Props, 'checked' | 'disabled'>) {
  return (
    <Base.Root
      {...root}
      aria-label={label}
      onCheckedChange={onChange}
      className="relative inline-flex h-6 w-10 shrink-0 items-center rounded-full border border-line-strong/60 bg-sunken p-0.5 transition-colors data-checked:border-accent data-checked:bg-accent data-disabled:opacity-50"
    >
      <Base.Thumb className="size-4.5 rounded-full bg-line-strong transition-transform duration-150 data-checked:translate-x-4 data-checked:bg-on-accent" />
    </Base.Root>
  );
}
