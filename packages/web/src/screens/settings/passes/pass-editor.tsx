import type { ContentType, SmartOperation, SmartPass } from '@tenfold/core';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Fields, type FormField } from '../form/fields.tsx';
import type { Problems } from '../use-save.ts';
import { KEEP, withPassField } from './edit-passes.ts';
import { batchFields, conditionFields, NAME_FIELDS, operationFields, positionField, selectionFields } from './pass-fields.ts';
import { CONTENT_NAMES } from './pass-words.ts';

const KINDS = Object.keys(CONTENT_NAMES) as ContentType[];

interface Editing {
  readonly pass: SmartPass;
  /** By paths from the pass on, as `selection.keepRecentCount`. */
  readonly problems: Problems;
  readonly onChange: (change: (pass: SmartPass) => SmartPass) => void;
}

/** Everything that can be set for a pass. */
export function PassEditor(editing: Editing) {
  const { pass } = editing;
  return (
    <section aria-label={`Pass ${pass.name}`} className="grid gap-5 rounded-xl border border-line bg-surface p-4">
      <PassFields {...editing} fields={NAME_FIELDS} />
      <PassFields {...editing} fields={selectionFields(pass)} />
      {pass.mode === 'batch' && <PassFields {...editing} fields={batchFields(pass)} />}
      {pass.mode === 'individual' && pass.individualConfig !== undefined && (
        <>
          <div className="grid gap-3">
            <p className="font-medium text-sm">Operations</p>
            <Operations {...editing} path="individualConfig.defaults" operations={pass.individualConfig.defaults} />
          </div>
          <Overrides {...editing} />
        </>
      )}
      <PassFields {...editing} fields={conditionFields(pass)} />
    </section>
  );
}

function PassFields({ pass, problems, fields, onChange }: Editing & { fields: readonly FormField[] }) {
  return (
    <Fields
      fields={fields}
      values={pass}
      problems={problems}
      onChange={(path, value) => onChange((now) => withPassField(now, path, value))}
    />
  );
}

/** What happens to each kind of content. */
function Operations({
  path,
  operations,
  ...editing
}: Editing & { path: string; operations: Readonly<Partial<Record<ContentType, SmartOperation>>> }) {
  return KINDS.map((kind) => (
    <fieldset key={kind} className="rounded-lg border border-line p-3">
      <legend className="sr-only">{CONTENT_NAMES[kind]}</legend>
      <PassFields {...editing} fields={operationFields(CONTENT_NAMES[kind], `${path}.${kind}`, operations[kind] ?? KEEP)} />
    </fieldset>
  ));
}

const KEEP_ALL = { messageText: KEEP, toolParameters: KEEP, toolResults: KEEP };

/** Other operations for single messages, by their position in the transcript. */
function Overrides(editing: Editing) {
  const { pass, onChange } = editing;
  const overrides = pass.individualConfig?.overrides ?? [];
  const [opened] = useState(overrides.length > 0);
  const put = (next: typeof overrides) => onChange((now) => withPassField(now, 'individualConfig.overrides', next));
  return (
    <Disclosure summary={`Exceptions for individual messages (${overrides.length})`} defaultOpen={opened}>
      <div className="grid gap-3 pt-2">
        {overrides.map(({ operations }, index) => (
          <div key={index} className="grid gap-2 rounded-lg border border-line p-3">
            <div className="flex items-end justify-between gap-2">
              <PassFields {...editing} fields={[positionField(index)]} />
              <IconButton
                label={`Remove exception ${index + 1}`}
                icon={<Trash2 />}
                onClick={() => put(overrides.toSpliced(index, 1))}
              />
            </div>
            <Operations {...editing} path={`individualConfig.overrides[${index}].operations`} operations={operations} />
          </div>
        ))}
        <Button
          small
          icon={<Plus />}
          label="Add an exception"
          className="justify-self-start"
          onClick={() => put([...overrides, { messageIndex: 0, operations: KEEP_ALL }])}
        />
      </div>
    </Disclosure>
  );
}
