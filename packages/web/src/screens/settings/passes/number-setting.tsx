import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';

/** A number of a pass, with help and problem. Empty is handed on only where it may be. */
export function NumberSetting({
  label,
  help,
  value,
  problem,
  step = 1,
  placeholder,
  onChange,
}: {
  label: string;
  help: string;
  value: number | undefined;
  problem?: string | undefined;
  step?: number;
  /** Given where the number may be left out. */
  placeholder?: string;
  onChange: (value: number | undefined) => void;
}) {
  return (
    <Field label={label} help={help} problem={problem}>
      <NumberField
        label={label}
        value={value ?? null}
        step={step}
        invalid={problem !== undefined}
        {...(placeholder === undefined ? {} : { placeholder })}
        onChange={(next) => (next !== null || placeholder !== undefined) && onChange(next ?? undefined)}
      />
    </Field>
  );
}
