import type { Profile } from '@tenfold/contract';
import type { UseFormReturn } from 'react-hook-form';
import { Badge } from '../../../ui/badge.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { keyWords } from './key-words.ts';
import type { ProfileDraft } from './profile-draft.ts';
import { providerOf } from './providers.ts';

/** The key: goes in, never comes out. */
export function KeyField({ form, profile }: { form: UseFormReturn<ProfileDraft>; profile: Profile | null }) {
  const { register, watch, formState } = form;
  const { variables } = providerOf(watch('provider'));
  const state = profile === null ? null : keyWords(profile);
  const problem = formState.errors.key?.message;
  return (
    <Field
      label={
        <span className="inline-flex flex-wrap items-center gap-2">
          Key {state !== null && <Badge tone={state.tone}>{state.text}</Badge>}
        </span>
      }
      htmlFor="profile-key"
      problem={problem}
      help={
        variables.length === 0
          ? 'Stored sealed on this machine and never shown again. Most local servers need none.'
          : `Stored sealed on this machine and never shown again. Without one, ${variables.join(' or ')} of the environment is used.`
      }
    >
      <TextField
        id="profile-key"
        label="Key"
        type="password"
        autoComplete="off"
        placeholder={profile?.keyFrom === 'stored' ? 'Type to replace the stored key' : ''}
        invalid={problem !== undefined}
        {...register('key')}
      />
    </Field>
  );
}
