import type { ContentType, CustomSelection, Role } from '@tenfold/core';
import { useState } from 'react';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { listOf, withCondition } from './custom-selection.ts';
import { NumberSetting } from './number-setting.tsx';
import { CONTENT_NAMES } from './pass-words.ts';

const ROLES: readonly Role[] = ['user', 'assistant', 'tool', 'system'];
const KINDS = Object.keys(CONTENT_NAMES) as ContentType[];

/** Conditions for messages; all that are given must hold. */
export function CustomFields({
  custom,
  problems,
  onChange,
}: {
  custom: CustomSelection;
  problems: Readonly<Record<string, string>>;
  onChange: (custom: CustomSelection) => void;
}) {
  const toggle = <Value extends string>(list: readonly Value[] | undefined, value: Value, on: boolean): Value[] =>
    on ? [...(list ?? []), value] : (list ?? []).filter((one) => one !== value);
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <fieldset className="grid content-start gap-1">
        <legend className="font-medium text-sm">Roles</legend>
        <p className="text-ink-soft text-xs">Only messages of these roles; none ticked means all.</p>
        {ROLES.map((role) => (
          <Checkbox
            key={role}
            checked={custom.roles?.includes(role) ?? false}
            onChange={(on) => onChange(withCondition(custom, 'roles', toggle(custom.roles, role, on)))}
          >
            {role}
          </Checkbox>
        ))}
      </fieldset>
      <fieldset className="grid content-start gap-1">
        <legend className="font-medium text-sm">Content</legend>
        <p className="text-ink-soft text-xs">Only messages with content of these kinds; none ticked means all.</p>
        {KINDS.map((kind) => (
          <Checkbox
            key={kind}
            checked={custom.kinds?.includes(kind) ?? false}
            onChange={(on) => onChange(withCondition(custom, 'kinds', toggle(custom.kinds, kind, on)))}
          >
            {CONTENT_NAMES[kind]}
          </Checkbox>
        ))}
      </fieldset>
      <NumberSetting
        label="Leave the newest alone"
        help="This many newest messages are not selected."
        value={custom.olderThan}
        placeholder="none"
        problem={problems['selection.custom.olderThan']}
        onChange={(value) => onChange(withCondition(custom, 'olderThan', value))}
      />
      <NumberSetting
        label="At least tokens"
        help="Only messages at least this heavy."
        value={custom.minTokens}
        placeholder="any"
        step={100}
        problem={problems['selection.custom.minTokens']}
        onChange={(value) => onChange(withCondition(custom, 'minTokens', value))}
      />
      <WordList
        label="Tools"
        help="Only calls and results of these tools, parted by commas."
        words={custom.tools ?? []}
        onChange={(tools) => onChange(withCondition(custom, 'tools', tools))}
      />
      <WordList
        label="Message ids"
        help="Only these messages, parted by commas."
        words={custom.ids ?? []}
        onChange={(ids) => onChange(withCondition(custom, 'ids', ids))}
      />
    </div>
  );
}

function WordList({
  label,
  help,
  words,
  onChange,
}: {
  label: string;
  help: string;
  words: readonly string[];
  onChange: (words: readonly string[]) => void;
}) {
  const [text, setText] = useState(words.join(', '));
  return (
    <Field label={label} help={help}>
      <TextField
        label={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => onChange(listOf(text))}
      />
    </Field>
  );
}
