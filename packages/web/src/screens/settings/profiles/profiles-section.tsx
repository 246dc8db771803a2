import type { Profile } from '@tenfold/contract';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useProfiles, useRemoveProfile } from '../../../queries/profiles.ts';
import { useSettings } from '../../../queries/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { toastProblem } from '../../../ui/toast.tsx';
import { Advanced } from '../row/advanced.tsx';
import { Group } from '../row/group.tsx';
import { SettingRow } from '../row/setting-row.tsx';
import { noteSaved } from '../saved.ts';
import { settingAnchor } from '../search/setting-anchor.ts';
import { CostComparison } from './cost-comparison.tsx';
import { ProfileCard } from './profile-card.tsx';
import { ProfileForm } from './profile-form.tsx';

const ADVANCED = ['answerTimeout', 'recallTools'];

/** Configured models, what each is used for, and what it costs. */
export function ProfilesSection() {
  const { data: profiles, error, refetch } = useProfiles();
  const { data: settings } = useSettings();
  const { mutateAsync: remove } = useRemoveProfile();
  const [editing, setEditing] = useState<Profile | 'new' | null>(null);
  const [removing, setRemoving] = useState<Profile | null>(null);
  const inForce = (name: string) => settings?.values.find(({ key }) => key === name)?.value;
  const usesOf = ({ id }: Profile) => [
    ...(inForce('profile') === id ? ['Conversations'] : []),
    ...(inForce('condensingProfile') === id ? ['Condensing'] : []),
  ];
  const reallyRemove = async ({ id, name }: Profile) => {
    try {
      await remove(id);
      noteSaved(`${name} removed`);
    } catch (problem) {
      toastProblem(problem);
    }
  };
  const add = (
    <Button kind="primary" onClick={() => setEditing('new')}>
      <Plus className="size-4" aria-hidden="true" />
      Add profile
    </Button>
  );
  return (
    <>
      <Group title="Your profiles" actions={profiles?.length ? add : undefined}>
        {error !== null && <ProblemNotice error={error} onRetry={() => void refetch()} />}
        {profiles?.length === 0 && (
          <EmptyState icon={<KeyRound />} title="No profile yet" actions={add}>
            Without one the offline model answers and the embedded summariser condenses: nothing leaves this machine. Add a
            profile to talk to a model of your own.
          </EmptyState>
        )}
        {profiles !== undefined && profiles.length > 0 && (
          <ul className="grid divide-y divide-line">
            {profiles.map((profile) => (
              <ProfileCard
                key={profile.id}
                profile={profile}
                uses={usesOf(profile)}
                onEdit={() => setEditing(profile)}
                onRemove={() => setRemoving(profile)}
              />
            ))}
          </ul>
        )}
      </Group>
      <Group title="Who does what">
        <SettingRow name="profile" />
        <SettingRow name="condensingProfile" />
        <SettingRow name="fast" />
      </Group>
      <CostComparison />
      <Advanced anchors={ADVANCED.map(settingAnchor)}>
        {ADVANCED.map((name) => (
          <SettingRow key={name} name={name} />
        ))}
      </Advanced>
      {editing !== null && (
        <ProfileForm
          key={editing === 'new' ? 'new' : editing.id}
          profile={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      <Confirm
        open={removing !== null}
        onOpenChange={(open) => !open && setRemoving(null)}
        title={`Remove ${removing?.name ?? ''}?`}
        action="Remove profile"
        danger
        onConfirm={() => removing !== null && void reallyRemove(removing)}
      >
        Its key is deleted and cannot come back. Conversations stay; those that used it go on with the default profile.
      </Confirm>
    </>
  );
}
