import { SETTINGS } from '@tenfold/contract';
import type { Json } from '@tenfold/core';
import { Select } from '../../../ui/select.tsx';
import { NumberControl } from '../form/number-control.tsx';
import type { LevelValue, ThresholdName } from './level-value.ts';

/** What a number of one's own begins with where nothing is in force. */
const FIRST = 4_096;
const isGiven = (value: Json | undefined): value is number => typeof value === 'number' && value >= 0;

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
  inherited: Json | undefined;
  inheritLabel?: string;
  invalid?: boolean;
  onChange: (value: LevelValue) => void;
}) {
  const { kind, fallback } = SETTINGS[name];
  return (
    <span className="col-span-2 flex flex-wrap items-center gap-2 sm:col-span-1">
      <Select
        label={`${label}: who decides`}
        className="w-32"
        value={typeof value === 'number' ? 'own' : value}
        choices={[
          { value: 'inherit', label: inheritLabel },
          { value: 'own', label: 'Own value' },
          ...('off' in kind ? [{ value: 'off', label: 'Off' } as const] : []),
        ]}
        onChange={(next) => onChange(next !== 'own' ? next : ([inherited, fallback].find(isGiven) ?? FIRST))}
      />
      {typeof value === 'number' && (
        <NumberControl
          settles
          kind={kind}
          label={label}
          value={value}
          invalid={invalid}
          onChange={(next) => next !== null && onChange(next)}
        />
      )}
    </span>
  );
}
