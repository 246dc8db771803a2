import { type ReactNode, useId, useState } from 'react';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Field } from '../../../ui/field.tsx';
import { Control } from './control.tsx';
import type { ControlKind } from './control-kind.ts';
import { valueAt } from './path.ts';

/** One field of a form. Its name is a path into what the form is about. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly kind: ControlKind;
  readonly help?: string;
  /** What is called out instead of the label. */
  readonly spoken?: string;
  /** Stands beside the label. */
  readonly mark?: ReactNode;
  /** What is shown where nothing is said. */
  readonly otherwise?: unknown;
  /** Takes a line of its own. */
  readonly wide?: boolean;
  /** Is folded away until it says something. */
  readonly folded?: boolean;
}

/** What is written into a form, to be handed to its fields. */
export function useDraft<Draft extends object>(initial: Draft | (() => Draft)) {
  const [values, setValues] = useState(initial);
  const onChange = (name: string, value: unknown) => setValues((now) => ({ ...now, [name]: value }));
  return { values, onChange };
}

/** Fields of a form, made of a table of them. What is cleared is handed on as null. */
export function Fields({
  fields,
  values,
  problems = {},
  className = 'grid items-start gap-4 sm:grid-cols-2',
  onChange,
}: {
  fields: readonly FormField[];
  values: object;
  problems?: Readonly<Record<string, string>>;
  className?: string;
  onChange: (name: string, value: unknown) => void;
}) {
  return (
    <div className={className}>
      {fields.map((field) => {
        const value = valueAt(values, field.name) ?? field.otherwise;
        // A strategy of one's own may call its fields as it likes.
        const problem = Object.hasOwn(problems, field.name) ? problems[field.name] : undefined;
        const shown = <OneField field={field} value={value} problem={problem} onChange={(next) => onChange(field.name, next)} />;
        if (field.folded)
          return (
            <Disclosure key={field.name} summary={field.label} defaultOpen={value !== undefined} className="sm:col-span-2">
              {shown}
            </Disclosure>
          );
        return (
          <div key={field.name} className={field.wide ? 'sm:col-span-2' : ''}>
            {shown}
          </div>
        );
      })}
    </div>
  );
}

function OneField({
  field: { label, kind, help, spoken = label, mark },
  value,
  problem,
  onChange,
}: {
  field: FormField;
  value: unknown;
  problem: string | undefined;
  onChange: (value: unknown) => void;
}) {
  const id = useId();
  const isTyped = kind.type === 'text' || kind.type === 'line';
  const control = (
    <Control
      kind={kind}
      label={spoken}
      value={value}
      invalid={problem !== undefined}
      onChange={onChange}
      {...(isTyped ? { id } : {})}
    />
  );
  if (kind.type === 'tick') return control;
  const name = (
    <span className="inline-flex flex-wrap items-center gap-2">
      {label} {mark}
    </span>
  );
  return (
    <Field label={name} problem={problem} {...(help === undefined ? {} : { help })} {...(isTyped ? { htmlFor: id } : {})}>
      {control}
    </Field>
  );
}
