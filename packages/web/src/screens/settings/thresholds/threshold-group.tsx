import type { Session } from '@tenfold/contract';
import { useProfiles } from '../../../queries/profiles.ts';
import { useSettings } from '../../../queries/settings.ts';
import { Group } from '../row/group.tsx';
import { settingAnchor } from '../search/setting-anchor.ts';
import { useTargeted } from '../search/targeted.ts';
import { DefaultLevel } from './default-level.tsx';
import type { ThresholdName } from './level-value.ts';
import { ProfileLevel } from './profile-level.tsx';
import { SessionLevel } from './session-level.tsx';

/** One threshold at every level: for everyone, each profile, and a session. */
export function ThresholdGroup({ name, session }: { name: ThresholdName; session: Session | undefined }) {
  const { data } = useSettings();
  const { data: profiles = [] } = useProfiles();
  const anchor = settingAnchor(name);
  useTargeted(anchor);
  const shown = data?.values.find(({ key }) => key === name);
  if (shown === undefined) return null;
  return (
    <div id={anchor} className="scroll-mt-4">
      <Group title={shown.title} help={shown.description}>
        <ul className="grid divide-y divide-line">
          <DefaultLevel name={name} />
          {profiles.map((profile) => (
            <ProfileLevel key={profile.id} name={name} profile={profile} />
          ))}
          {session !== undefined && <SessionLevel key={session.id} name={name} session={session} />}
        </ul>
      </Group>
    </div>
  );
}
