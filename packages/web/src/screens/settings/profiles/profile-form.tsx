import type { Profile } from '@tenfold/contract';
import { useForm } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { ConnectionFields } from './connection-fields.tsx';
import { LimitFields } from './limit-fields.tsx';
import { PriceFields } from './price-fields.tsx';
import { draftOf, type ProfileDraft } from './profile-draft.ts';
import { useSaveProfile } from './use-save-profile.ts';

/** Adds a profile or changes one. Its key can be written, never read. */
export function ProfileForm({ profile, onClose }: { profile: Profile | null; onClose: () => void }) {
  const form = useForm<ProfileDraft>({ defaultValues: draftOf(profile) });
  const { handleSubmit, formState, setError } = form;
  const save = handleSubmit(useSaveProfile(profile, setError, onClose));
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={profile === null ? 'Add a profile' : profile.name}
      description="A profile is a model you can talk to or have summaries written by."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={formState.isSubmitting} onClick={() => void save()}>
            {profile === null ? 'Add profile' : 'Save'}
          </Button>
        </>
      }
    >
      <form className="grid gap-5 pb-2" onSubmit={(event) => void save(event)} noValidate>
        <ConnectionFields form={form} profile={profile} />
        <Disclosure summary={<span className="font-medium">Prices</span>} defaultOpen={profile?.priceFrom === 'profile'}>
          <PriceFields form={form} profile={profile} />
        </Disclosure>
        <Disclosure summary={<span className="font-medium">Window and thresholds</span>}>
          <LimitFields form={form} profile={profile} />
        </Disclosure>
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
