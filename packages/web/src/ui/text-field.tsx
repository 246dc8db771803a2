import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react';
import { joined } from './joined.ts';
import { FIELD } from './surface.ts';

/** What is typed into: `label` is spoken; show it yourself with `Field` where it should be seen. */
type Typed<Attributes, Element> = Omit<Attributes, 'onChange'> & {
  label: string;
  invalid?: boolean;
  ref?: Ref<Element>;
  onChange?: (text: string) => void;
};

/** One line to type into. */
export function TextField({
  label,
  invalid = false,
  className,
  onChange,
  ...rest
}: Typed<InputHTMLAttributes<HTMLInputElement>, HTMLInputElement>) {
  return (
    <input
      aria-label={label}
      aria-invalid={invalid || undefined}
      {...rest}
      onChange={(event) => onChange?.(event.target.value)}
      className={joined(FIELD, className)}
    />
  );
}

/** Several lines to type into. */
export function TextArea({
  label,
  invalid = false,
  className,
  onChange,
  ...rest
}: Typed<TextareaHTMLAttributes<HTMLTextAreaElement>, HTMLTextAreaElement>) {
  return (
    <textarea
      aria-label={label}
      aria-invalid={invalid || undefined}
      rows={4}
      {...rest}
      onChange={(event) => onChange?.(event.target.value)}
      className={joined(FIELD, 'resize-y leading-relaxed', className)}
    />
  );
}
