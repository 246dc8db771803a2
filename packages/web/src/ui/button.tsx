import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { joined } from './joined.ts';

/** How much a button asks for attention. */
export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger';

const KINDS: Record<ButtonKind, string> = {
  primary: 'bg-accent text-on-accent hover:opacity-90',
  plain: 'border border-line bg-surface text-ink hover:bg-sunken',
  quiet: 'text-ink-soft hover:bg-sunken hover:text-ink',
  danger: 'border border-critical text-critical hover:bg-critical-soft',
};

/** A button. Small ones keep a target of 24 pixels. */
export function Button({
  kind = 'plain',
  small = false,
  icon,
  label,
  className,
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  kind?: ButtonKind;
  small?: boolean;
  icon?: ReactNode;
  label: ReactNode;
}) {
  return (
    <button
      type="button"
      {...rest}
      className={joined(
        'inline-flex select-none items-center justify-center gap-1.5 rounded-lg font-medium transition-colors disabled:pointer-events-none disabled:opacity-50',
        small ? 'min-h-6 px-2 py-0.5 text-xs [&_svg]:size-3.5' : 'min-h-9 px-3 py-1.5 text-sm [&_svg]:size-4',
        KINDS[kind],
        className,
      )}
    >
      {icon}
      {label}
    </button>
  );
}
