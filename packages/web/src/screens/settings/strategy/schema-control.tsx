import type { Json, JsonObject } from '@tenfold/core';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { OptionalNumber } from '../row/optional-number.tsx';
import { ProfileSelect } from '../row/profile-select.tsx';
import { SettledNumber } from '../row/settled-number.tsx';
import { SettledText } from '../row/settled-text.tsx';
import { ObjectRows } from './object-rows.tsx';
import { optionWords, type SchemaField, stepOf } from './schema-field.ts';

/** The control for one field of a schema. Null means nothing is said. */
export function SchemaControl({
  field: { kind, title, optional },
  value,
  invalid,
  onChange,
}: {
  field: SchemaField;
  value: Json;
  invalid: boolean;
  onChange: (value: Json) => void;
}) {
  switch (kind.type) {
    case 'flag':
      return <Switch label={title} checked={value === true} onChange={onChange} />;
    case 'whole':
      return optional ? (
        <OptionalNumber
          label={title}
          value={typeof value === 'number' ? value : null}
          step={stepOf(kind.most)}
          invalid={invalid}
          onSettled={onChange}
        />
      ) : (
        <SettledNumber label={title} value={value as number} step={stepOf(kind.most)} invalid={invalid} onSettled={onChange} />
      );
    case 'choice':
      return (
        <Select
          label={title}
          className="w-full"
          value={String(value)}
          choices={kind.options.map((option) => ({ value: option, label: optionWords(option) }))}
          onChange={onChange}
        />
      );
    case 'words':
      return (
        <SettledText
          label={title}
          value={typeof value === 'string' ? value : ''}
          invalid={invalid}
          onSettled={(text) => onChange(optional && text.trim() === '' ? null : text)}
        />
      );
    case 'profile':
      return (
        <ProfileSelect
          label={title}
          value={typeof value === 'string' ? value : null}
          none="Condensing profile"
          onChange={onChange}
        />
      );
    case 'rows':
      return (
        <ObjectRows
          label={title}
          fields={kind.fields}
          rows={(Array.isArray(value) ? value : []) as readonly JsonObject[]}
          onChange={(rows) => onChange(rows)}
        />
      );
    case 'unknown':
      return null;
  }
}
