import type { Profile } from '@tenfold/contract';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useEstimate } from '../../../queries/folding.ts';
import { useMe } from '../../../queries/people.ts';
import { useProfiles, useRemoveProfile } from '../../../queries/profiles.ts';
import { useSetting } from '../../../queries/settings.ts';
import { InSession } from '../../../state/session-id.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Fetching } from '../../../ui/fetching.tsx';
import { whole } from '../../../ui/figures.ts';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { ProfileCosts } from '../../../ui/profile-costs.tsx';
import { useChosenSession } from '../chosen-session.ts';
import { Group } from '../row/group.tsx';
import { AdvancedSettings, SettingRows } from '../row/setting-row.tsx';
import { SessionPicker } from '../session-picker.tsx';
import { useSave } from '../use-save.ts';
import { ProfileCard } from './profile-card.tsx';
import { ProfileForm } from './profile-form.tsx';

/** Configured models, what each is used for, and what it costs. */
export function ProfilesSection() {
  const { data: profiles, error, refetch } = useProfiles();
  const { data: me } = useMe();
  const talking = useSetting('profile');
  const condensing = useSetting('condensingProfile');
  const { mutateAsync: remove } = useRemoveProfile();
  const [editing, setEditing] = useState<Profile | 'new' | null>(null);
  const [removing, setRemoving] = useState<Profile | null>(null);
  const usesOf = ({ id }: Profile) => [
    ...(talking === id ? ['Conversations'] : []),
    ...(condensing === id ? ['Condensing'] : []),
  ];
  const { save } = useSave();
  const add = <Button kind="primary" icon={<Plus />} label="Add profile" onClick={() => setEditing('new')} />;
  return (
    <>
      <Group title="Your profiles" actions={profiles?.length ? add : undefined}>
        {error !== null && <ProblemNotice error={error} onRetry={() => void refetch()} />}
        {profiles?.length === 0 && (
          <EmptyState icon={<KeyRound />} title="No profile yet" actions={add}>
            Until you add one, the offline model answers and the built-in summarizer condenses: nothing leaves this machine.
          </EmptyState>
        )}
        {profiles !== undefined && profiles.length > 0 && (
          <ul className="grid divide-y divide-line">
            {profiles.map((profile) => (
              <ProfileCard
                key={profile.id}
                profile={profile}
                uses={usesOf(profile)}
                onEdit={profile.shared && me?.role !== 'admin' ? null : () => setEditing(profile)}
                onRemove={() => setRemoving(profile)}
              />
            ))}
          </ul>
        )}
      </Group>
      <Group title="Models for each task">
        <SettingRows page="profiles" />
      </Group>
      <CostComparison />
      <AdvancedSettings page="profiles" />
      {editing !== null && (
        <ProfileForm
          key={editing === 'new' ? 'new' : editing.id}
          profile={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      <Confirm
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={`Remove ${removing?.name ?? ''}?`}
        action="Remove profile"
        danger
        onConfirm={() => removing !== null && void save(() => remove(removing.id), `${removing.name} removed`)}
      >
        Its key is deleted and cannot come back. Conversations stay; those that used it go on with the default profile.
      </Confirm>
    </>
  );
}

const REQUEST = { strategy: 'native', force: true } as const;

/** What summarizing a conversation would cost with each profile, and which one to take. Nothing is paid. */
function CostComparison() {
  const session = useChosenSession();
  return (
    <Group
      title="What a summary costs"
      help="The cost of condensing one conversation with each profile, before anything is paid."
    >
      <div className="pb-3">
        <SessionPicker label="Estimate on" />
      </div>
      {session !== undefined && (
        <InSession value={session.id}>
          <Costs />
        </InSession>
      )}
    </Group>
  );
}

function Costs() {
  const estimate = useEstimate(REQUEST);
  if (estimate.data === undefined) return <Fetching of={estimate} label="Estimating…" className="py-3" />;
  const { profiles, before, after } = estimate.data;
  if (profiles.length === 0)
    return (
      <p className="py-3 text-ink-soft text-sm">
        No profile with a known price would be asked: the built-in summarizer is free ({whole(before)} → about {whole(after)}{' '}
        tokens). Add a profile to compare.
      </p>
    );
  return <ProfileCosts profiles={profiles} />;
}
