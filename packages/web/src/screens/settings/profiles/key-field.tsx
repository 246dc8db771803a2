import type { Profile } from '@tenfold/contract';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { Badge } from '../../../ui/badge.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { keyWords } from './key-words.ts';
import { needsKeyAgain, type ProfileDraft } from './profile-draft.ts';
import { providerOf } from './providers.ts';

const KEY_AGAIN = 'The stored key belongs to another host. Enter the key for this address.';

/** The key: goes in, never comes out. */
export function KeyField({ form, profile }: { form: UseFormReturn<ProfileDraft>; profile: Profile | null }) {
  const { register, control, watch, formState } = form;
  const { variables } = providerOf(watch('provider'));
  const again = needsKeyAgain({ provider: watch('provider'), baseUrl: watch('baseUrl') }, profile);
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
        again
          ? 'The stored key was entered for another host and stays there. Enter the key for the new address.'
          : variables.length === 0
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
        {...register('key', {
          validate: (key, draft) =>
            key.trim() !== '' || draft.provider === 'openai-compatible' || !needsKeyAgain(draft, profile) || KEY_AGAIN,
        })}
      />
      {profile?.keyHeldBack?.from === 'environment' && (
        <Controller
          control={control}
          name="allowEnvironmentKey"
          render={({ field }) => (
            <Checkbox checked={field.value} onChange={field.onChange}>
              Send {variables.join(' or ')} of the environment to this host
            </Checkbox>
          )}
        />
      )}
    </Field>
  );
}
