import type { SmartPass } from '@tenfold/core';
import { Field } from '../../../ui/field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { BatchFields } from './batch-fields.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { withMode } from './edit-passes.ts';
import { OperationFields } from './operation-fields.tsx';
import { Overrides } from './overrides.tsx';
import { Segmented } from './segmented.tsx';
import { SelectionFields } from './selection-fields.tsx';

/** Everything a pass can be told. Problems carry paths from the pass on, as `selection.keepRecentCount`. */
export function PassEditor({
  pass,
  problems,
  onChange,
}: {
  pass: SmartPass;
  problems: Readonly<Record<string, string>>;
  onChange: (change: (pass: SmartPass) => SmartPass) => void;
}) {
  const set = (patch: Partial<SmartPass>) => onChange((now) => ({ ...now, ...patch }));
  return (
    <section aria-label={`Pass ${pass.name}`} className="grid gap-5 rounded-xl border border-line bg-surface p-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Name" htmlFor="pass-name" problem={problems.name} help="What people call the pass.">
          <TextField
            id="pass-name"
            label="Name"
            value={pass.name}
            invalid={problems.name !== undefined}
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <Field label="Description" htmlFor="pass-description" help="What the pass is for. Optional.">
          <TextField
            id="pass-description"
            label="Description"
            value={pass.description ?? ''}
            onChange={(event) => set({ description: event.target.value })}
          />
        </Field>
      </div>
      <SelectionFields selection={pass.selection} problems={problems} onChange={(selection) => set({ selection })} />
      <Segmented
        label="Mode"
        help={
          pass.mode === 'batch'
            ? 'All selected messages are taken as one block.'
            : 'Each selected message is worked on by itself, by kind of content.'
        }
        value={pass.mode}
        options={{ individual: 'Each message', batch: 'One block' }}
        onChange={(mode) => onChange((now) => withMode(now, mode))}
      />
      {pass.mode === 'batch' && pass.batchConfig !== undefined && (
        <BatchFields batch={pass.batchConfig} problems={problems} onChange={(batchConfig) => set({ batchConfig })} />
      )}
      {pass.mode === 'individual' && pass.individualConfig !== undefined && (
        <>
          <OperationFields
            operations={pass.individualConfig.defaults}
            path="individualConfig.defaults"
            problems={problems}
            onChange={(defaults) =>
              set({ individualConfig: { ...pass.individualConfig, defaults } as SmartPass['individualConfig'] & {} })
            }
          />
          <Overrides
            overrides={pass.individualConfig.overrides ?? []}
            problems={problems}
            onChange={(overrides) =>
              set({ individualConfig: { ...pass.individualConfig, overrides } as SmartPass['individualConfig'] & {} })
            }
          />
        </>
      )}
      <ConditionFields execution={pass.execution} problems={problems} onChange={(execution) => set({ execution })} />
    </section>
  );
}
