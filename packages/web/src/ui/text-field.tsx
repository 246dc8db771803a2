import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react';
import { joined } from './joined.ts';
import { FIELD } from './surface.ts';

/** One line to type into. `label` is spoken; show it yourself with `Field` where it should be seen. */
export function TextField({
  label,
  invalid = false,
  className,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { label: string; invalid?: boolean; ref?: Ref<HTMLInputElement> }) {
  return <input aria-label={label} aria-invalid={invalid || undefined} {...rest} className={joined(FIELD, className)} />;
}

/** Several lines to type into. */
export function TextArea({
  label,
  invalid = false,
  className,
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & { label: string; invalid?: boolean; ref?: Ref<HTMLTextAreaElement> }) {
  return (
    <textarea
      aria-label={label}
      aria-invalid={invalid || undefined}
      rows={4}
      {...rest}
      className={joined(FIELD, 'resize-y leading-relaxed', className)}
    />
  );
}
