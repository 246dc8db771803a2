import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { joined } from './joined.ts';
import { Tooltip } from './tooltip.tsx';

/** A button that is only an icon: its label is spoken, and shown on hover. */
export function IconButton({
  label,
  icon,
  pressed,
  className,
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & { label: string; icon: ReactNode; pressed?: boolean }) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={label}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        {...rest}
        className={joined(
          'inline-flex size-7 shrink-0 items-center justify-center rounded-md text-ink-faint transition-colors hover:bg-sunken hover:text-ink disabled:pointer-events-none disabled:opacity-40 aria-disabled:pointer-events-none aria-disabled:opacity-40 [&_svg]:size-4',
          pressed && 'text-accent',
          className,
        )}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
