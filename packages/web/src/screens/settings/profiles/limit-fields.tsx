import type { Profile } from '@tenfold/contract';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { useSettings } from '../../../queries/settings.ts';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { LevelControl } from '../thresholds/level-control.tsx';
import type { ProfileDraft } from './profile-draft.ts';

const SIZES = [
  { name: 'contextWindow', label: 'Context window', help: 'Tokens of input and answer together. Empty: the model’s.' },
  { name: 'maxOutputTokens', label: 'Most output', help: 'Tokens kept free for the answer. Empty: the model’s.' },
] as const;
const LEVELS = ['soft', 'hard', 'retention'] as const;

/** Window and thresholds, where this profile differs from its model and the default. */
export function LimitFields({ form: { control, formState } }: { form: UseFormReturn<ProfileDraft>; profile: Profile | null }) {
  const { data } = useSettings();
  const about = (name: string) => data?.values.find(({ key }) => key === name);
  return (
    <div className="grid gap-4 pt-3">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {SIZES.map(({ name, label, help }) => (
          <Field key={name} label={label} help={help} problem={formState.errors[name]?.message}>
            <Controller
              control={control}
              name={name}
              render={({ field }) => (
                <NumberField
                  label={label}
                  value={field.value}
                  step={1_000}
                  placeholder="the model’s"
                  onChange={field.onChange}
                  invalid={formState.errors[name] !== undefined}
                />
              )}
            />
          </Field>
        ))}
      </div>
      {LEVELS.map((name) => (
        <Field
          key={name}
          label={about(name)?.title ?? name}
          help={about(name)?.description}
          problem={formState.errors[name]?.message}
        >
          <Controller
            control={control}
            name={name}
            render={({ field }) => (
              <LevelControl
                name={name}
                label={about(name)?.title ?? name}
                value={field.value}
                inherited={typeof about(name)?.value === 'number' ? (about(name)?.value as number) : 80}
                onChange={field.onChange}
              />
            )}
          />
        </Field>
      ))}
    </div>
  );
}
