import { useProfiles } from '../../../queries/profiles.ts';
import { Select } from '../../../ui/select.tsx';

const NONE = '';

/** A choice among the configured models, or none of them. */
export function ProfileSelect({
  label,
  value,
  none,
  onChange,
}: {
  label: string;
  value: string | null;
  none: string;
  onChange: (profile: string | null) => void;
}) {
  const { data: profiles = [] } = useProfiles();
  const gone = value !== null && !profiles.some(({ id }) => id === value);
  return (
    <Select
      label={label}
      className="w-full"
      value={value ?? NONE}
      choices={[
        { value: NONE, label: none },
        ...profiles.map(({ id, name, model }) => ({ value: id, label: name, hint: model })),
        ...(gone ? [{ value, label: 'A profile that is no longer there', disabled: true }] : []),
      ]}
      onChange={(next) => onChange(next === NONE ? null : next)}
    />
  );
}
