import type { JsonObject } from '@tenfold/core';
import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { ControlKind } from './control-kind.ts';

/** A list of small objects, a row each. A row counts once all of it is filled in. */
export function ObjectRows({
  label,
  fields,
  rows,
  onChange,
}: {
  label: string;
  fields: readonly { name: string; label: string; kind: ControlKind }[];
  rows: readonly JsonObject[];
  onChange: (rows: readonly JsonObject[]) => void;
}) {
  const [draft, setDraft] = useState(rows);
  useEffect(() => setDraft(rows), [rows]);
  const put = (next: readonly JsonObject[], settled: boolean) => {
    setDraft(next);
    if (settled && next.every((row) => fields.every(({ name }) => row[name] !== ''))) onChange(next);
  };
  const set = (index: number, name: string, value: string) =>
    draft.map((row, at) => (at === index ? { ...row, [name]: value } : row));
  const empty = Object.fromEntries(
    fields.map(({ name, kind }) => [name, kind.type === 'choice' ? (Object.keys(kind.options)[0] ?? '') : '']),
  );
  return (
    <div className="grid w-full gap-2">
      {draft.map((row, index) => (
        <div key={index} className="flex items-center gap-1">
          {fields.map(({ name, label: title, kind }) =>
            kind.type === 'choice' ? (
              <Select
                key={name}
                label={`${label} ${index + 1}: ${title}`}
                className="w-28"
                value={String(row[name])}
                choices={Object.entries(kind.options).map(([value, words]) => ({ value, label: words }))}
                onChange={(value) => put(set(index, name, value), true)}
              />
            ) : (
              <TextField
                key={name}
                label={`${label} ${index + 1}: ${title}`}
                placeholder={title}
                value={String(row[name] ?? '')}
                onChange={(next) => put(set(index, name, next), false)}
                onBlur={() => draft !== rows && put(draft, true)}
              />
            ),
          )}
          <IconButton
            label={`Remove ${label.toLowerCase()} ${index + 1}`}
            icon={<Trash2 />}
            onClick={() =>
              put(
                draft.filter((_, at) => at !== index),
                true,
              )
            }
          />
        </div>
      ))}
      <Button small icon={<Plus />} label="Add" className="justify-self-start" onClick={() => put([...draft, empty], false)} />
    </div>
  );
}
