import type { Price, Profile } from '@tenfold/contract';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Select } from '../../../ui/select.tsx';
import type { ProfileDraft } from './profile-draft.ts';

const PRICES = [
  { name: 'inputPrice', of: 'input', label: 'Input' },
  { name: 'outputPrice', of: 'output', label: 'Output' },
  { name: 'cacheReadsPrice', of: 'cacheRead', label: 'Cache reads' },
  { name: 'cacheWritesPrice', of: 'cacheWrite', label: 'Cache writes' },
] as const satisfies readonly { name: keyof ProfileDraft; of: keyof Price; label: string }[];

/** What the model charges: the price list's numbers unless others are entered. */
export function PriceFields({ form, profile }: { form: UseFormReturn<ProfileDraft>; profile: Profile | null }) {
  const { control, formState } = form;
  const listed = profile?.priceFrom === 'list' ? profile.price : null;
  return (
    <div className="grid gap-4 pt-3">
      <p className="text-ink-soft text-sm">
        Dollars per million tokens. Leave empty to use the price list{listed === null ? '' : ', whose numbers are shown'}.
      </p>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {PRICES.map(({ name, of, label }) => (
          <Field key={name} label={label} problem={formState.errors[name]?.message}>
            <Controller
              control={control}
              name={name}
              render={({ field }) => (
                <NumberField
                  label={`${label} price`}
                  value={field.value}
                  step={0.1}
                  placeholder={String(listed?.[of] ?? '')}
                  onChange={field.onChange}
                  invalid={formState.errors[name] !== undefined}
                />
              )}
            />
          </Field>
        ))}
      </div>
      <Field label="Prompt cache" help="Whether the provider charges less for what it has seen before. Auto follows the prices.">
        <Controller
          control={control}
          name="supportsPromptCache"
          render={({ field }) => (
            <Select
              label="Prompt cache"
              value={field.value}
              choices={[
                { value: 'auto', label: 'Auto' },
                { value: 'yes', label: 'Yes' },
                { value: 'no', label: 'No' },
              ]}
              onChange={field.onChange}
            />
          )}
        />
      </Field>
    </div>
  );
}
