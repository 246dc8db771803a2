import { Select } from '../../../ui/select.tsx';
import { SettledNumber } from '../row/settled-number.tsx';
import type { LevelValue, ThresholdName } from './level-value.ts';

/** Inherit, a number of its own, or off: what one level says about a threshold. */
export function LevelControl({
  name,
  label,
  value,
  inherited,
  inheritLabel = 'Inherit',
  invalid = false,
  onChange,
}: {
  name: ThresholdName;
  label: string;
  value: LevelValue;
  /** What a number of one's own begins with. */
  inherited: number;
  inheritLabel?: string;
  invalid?: boolean;
  onChange: (value: LevelValue) => void;
}) {
  const kind = typeof value === 'number' ? 'own' : value;
  return (
    <span className="col-span-2 flex flex-wrap items-center gap-2 sm:col-span-1">
      <Select
        label={`${label}: who decides`}
        className="w-32"
        value={kind}
        choices={[
          { value: 'inherit', label: inheritLabel },
          { value: 'own', label: 'Own value' },
          ...(name === 'soft' ? [{ value: 'off', label: 'Off' } as const] : []),
        ]}
        onChange={(next) => onChange(next === 'own' ? inherited : (next as LevelValue))}
      />
      {typeof value === 'number' && (
        <SettledNumber
          label={label}
          value={value}
          step={name === 'retention' ? 100 : 5}
          unit={name === 'retention' ? 'tokens' : '%'}
          invalid={invalid}
          onSettled={onChange}
        />
      )}
    </span>
  );
}
