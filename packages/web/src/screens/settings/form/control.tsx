import { FAST_PROFILE, type Json } from '@tenfold/core';
import { useEffect, useState } from 'react';
import { useProfiles } from '../../../queries/profiles.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { profileHint } from '../../../ui/names.ts';
import { type Choice, Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { LevelControl } from '../thresholds/level-control.tsx';
import type { LevelValue } from '../thresholds/level-value.ts';
import type { ControlKind, Options } from './control-kind.ts';
import { NumberControl } from './number-control.tsx';
import { ObjectRows } from './object-rows.tsx';
import { Segments } from './segments.tsx';

/** The control a value is entered with. With `settles` a number is handed on once typing rests, text when its field is left. */
export function Control({
  kind,
  label,
  value,
  id,
  invalid = false,
  settles = false,
  onChange,
}: {
  kind: ControlKind;
  label: string;
  value: unknown;
  id?: string;
  invalid?: boolean;
  settles?: boolean;
  onChange: (value: Json) => void;
}) {
  const named = { label, invalid, ...(id === undefined ? {} : { id }) };
  switch (kind.type) {
    case 'number':
      return (
        <NumberControl
          {...named}
          kind={kind}
          value={typeof value === 'number' ? value : null}
          placeholder={kind.empty ?? (typeof value === 'string' ? value : undefined)}
          settles={settles}
          onChange={onChange}
        />
      );
    case 'choice':
      return <Select label={label} className="w-full" value={String(value)} choices={choicesOf(kind)} onChange={onChange} />;
    case 'segments':
      return <Segments label={label} value={String(value)} options={kind.options} onChange={onChange} />;
    case 'flag':
      return <Switch label={label} checked={value === true} onChange={onChange} />;
    case 'tick':
      return <Checkbox label={label} checked={value === true} onChange={onChange} />;
    case 'ticks':
      return <Ticks options={kind.options} value={textsIn(value)} onChange={onChange} />;
    case 'text':
    case 'line':
    case 'list':
      return <TextControl {...named} kind={kind} value={value} settles={settles} onChange={onChange} />;
    case 'profile':
      return <ProfileSelect label={label} kind={kind} value={typeof value === 'string' ? value : null} onChange={onChange} />;
    case 'level':
      return (
        <LevelControl label={label} name={kind.name} inherited={kind.inherited} value={value as LevelValue} onChange={onChange} />
      );
    case 'rows':
      return <ObjectRows label={label} fields={kind.fields} rows={Array.isArray(value) ? value : []} onChange={onChange} />;
    case 'none':
      return null;
  }
}

function choicesOf({ options, hints, disabled = [] }: ControlKind & { type: 'choice' }): Choice[] {
  return Object.entries(options).map(([value, label]) => ({
    value,
    label,
    disabled: disabled.includes(value),
    ...(hints?.[value] && { hint: hints[value] }),
  }));
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function TextControl({
  kind,
  value,
  settles,
  onChange,
  ...named
}: {
  kind: ControlKind & { type: 'text' | 'line' | 'list' };
  label: string;
  id?: string;
  invalid: boolean;
  value: unknown;
  settles: boolean;
  onChange: (value: Json) => void;
}) {
  const text = kind.type === 'list' ? textsIn(value).join(', ') : String(value ?? '');
  const [draft, setDraft] = useState(text);
  useEffect(() => setDraft(text), [text]);
  const waits = settles || kind.type === 'list';
  const given = {
    ...named,
    className: 'mono' in kind && kind.mono ? 'font-mono' : '',
    value: waits ? draft : text,
    onChange: waits ? setDraft : onChange,
    onBlur: () => waits && draft !== text && onChange(kind.type === 'list' ? listOf(draft) : draft),
  };
  if (kind.type === 'text') return <TextArea {...given} rows={kind.rows ?? 3} />;
  const { placeholder, secret = false, max } = kind.type === 'line' ? kind : {};
  return (
    <TextField
      {...given}
      placeholder={placeholder}
      maxLength={max}
      {...(secret ? { type: 'password', autoComplete: 'off' } : {})}
    />
  );
}

/** Words parted by commas or lines, each once. */
export function listOf(text: string): string[] {
  const words = text.split(/[,\n]/).map((word) => word.trim());
  return [...new Set(words.filter(Boolean))];
}

function Ticks({ options, value, onChange }: { options: Options; value: readonly string[]; onChange: (value: Json) => void }) {
  return (
    <>
      {Object.entries(options).map(([option, words]) => (
        <Checkbox
          label={words}
          key={option}
          checked={value.includes(option)}
          onChange={(on) => onChange(on ? [...value, option] : value.filter((one) => one !== option))}
        />
      ))}
    </>
  );
}

const NONE = '';

/** A choice among the configured models, or none of them. */
function ProfileSelect({
  label,
  kind,
  value,
  onChange,
}: {
  label: string;
  kind: ControlKind & { type: 'profile' };
  value: string | null;
  onChange: (profile: string | null) => void;
}) {
  const { data: profiles = [] } = useProfiles();
  const choices = [
    { value: NONE, label: kind.none },
    ...(kind.fast ? [{ value: FAST_PROFILE, label: 'Fast model of the provider' }] : []),
    ...profiles.map((one) => ({ value: one.id, label: one.name, hint: profileHint(one) })),
  ];
  const gone = value !== null && !choices.some((choice) => choice.value === value);
  return (
    <Select
      label={label}
      className="w-full"
      value={value ?? NONE}
      choices={gone ? [...choices, { value, label: 'A profile that no longer exists', disabled: true }] : choices}
      onChange={(next) => onChange(next === NONE ? null : next)}
    />
  );
}
