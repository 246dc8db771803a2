import type { Json } from '@tenfold/core';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import type { Control } from '../setting-controls.ts';
import { ProfileSelect } from './profile-select.tsx';
import { SettledNumber } from './settled-number.tsx';
import { SettledText } from './settled-text.tsx';

/** The control a setting is entered with. */
export function SettingControl({
  control,
  label,
  value,
  invalid,
  onChange,
}: {
  control: Control;
  label: string;
  value: Json;
  invalid: boolean;
  onChange: (value: Json) => void;
}) {
  switch (control.kind) {
    case 'number':
      return (
        <SettledNumber
          label={label}
          value={value as number}
          step={control.step}
          unit={control.unit}
          invalid={invalid}
          onSettled={onChange}
        />
      );
    case 'choice':
      return (
        <Select
          label={label}
          className="w-full"
          value={String(value)}
          choices={Object.entries(control.options).map(([option, words]) => ({ value: option, label: words }))}
          onChange={onChange}
        />
      );
    case 'flag':
      return <Switch label={label} checked={value === true} onChange={onChange} />;
    case 'text':
      return <SettledText label={label} value={String(value ?? '')} invalid={invalid} onSettled={onChange} />;
    case 'profile':
      return <ProfileSelect label={label} value={value as string | null} none={control.none} onChange={onChange} />;
    case 'own-page':
      return null;
  }
}
