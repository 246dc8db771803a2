import type { Profile } from '@tenfold/contract';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { KeyField } from './key-field.tsx';
import type { ProfileDraft } from './profile-draft.ts';
import { PROVIDERS, providerOf } from './providers.ts';

const SAID = { validate: (text: string) => text.trim() !== '' || 'This must not be empty.' };

/** Who answers, where, and with which key. */
export function ConnectionFields({ form, profile }: { form: UseFormReturn<ProfileDraft>; profile: Profile | null }) {
  const { register, control, watch, formState } = form;
  const { errors } = formState;
  const { options, baseUrl } = providerOf(watch('provider'));
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field label="Name" htmlFor="profile-name" problem={errors.name?.message} help="What you call it.">
        <TextField
          id="profile-name"
          label="Name"
          maxLength={300}
          invalid={errors.name !== undefined}
          {...register('name', SAID)}
        />
      </Field>
      <Field label="Provider" problem={errors.provider?.message} help="Who runs the model.">
        <Controller
          control={control}
          name="provider"
          render={({ field }) => <Select label="Provider" value={field.value} choices={PROVIDERS} onChange={field.onChange} />}
        />
      </Field>
      <Field label="Model" htmlFor="profile-model" problem={errors.model?.message} help="As the provider names it.">
        <TextField id="profile-model" label="Model" invalid={errors.model !== undefined} {...register('model', SAID)} />
      </Field>
      <Field
        label="Base URL"
        htmlFor="profile-url"
        problem={errors.baseUrl?.message}
        help="Only for a server of your own, a proxy or another region."
      >
        <TextField
          id="profile-url"
          label="Base URL"
          inputMode="url"
          placeholder={baseUrl ?? 'the provider’s own'}
          invalid={errors.baseUrl !== undefined}
          {...register('baseUrl')}
        />
      </Field>
      <KeyField form={form} profile={profile} />
      {options !== undefined && (
        <Field
          label="Options"
          htmlFor="profile-options"
          problem={errors.options?.message}
          help={`What this provider needs beside a key, one “name = value” a line: ${options}.`}
        >
          <TextArea id="profile-options" label="Options" rows={2} {...register('options')} />
        </Field>
      )}
    </div>
  );
}
