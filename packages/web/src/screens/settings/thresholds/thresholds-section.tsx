import { Link } from '@tanstack/react-router';
import { type Profile, SETTINGS, type Session } from '@tenfold/contract';
import { SHOWS_PROBLEM } from '../../../queries/fetched.ts';
import { useModels } from '../../../queries/models.ts';
import { useChangeProfile, useProfiles } from '../../../queries/profiles.ts';
import { useChangeSession, useSessionConfig } from '../../../queries/session.ts';
import { useSettings } from '../../../queries/settings.ts';
import { InSession } from '../../../state/session-id.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useChosenSession } from '../chosen-session.ts';
import { Group } from '../row/group.tsx';
import { AdvancedSettings, SettingRows } from '../row/setting-row.tsx';
import { settingAnchor, useTargeted } from '../search/setting-anchor.ts';
import { SessionPicker } from '../session-picker.tsx';
import { useSave } from '../use-save.ts';
import { useSaveSettings } from '../use-save-setting.ts';
import { LevelRow } from './level-row.tsx';
import { type LevelValue, levelValue, THRESHOLDS, type ThresholdName } from './level-value.ts';
import { effectiveIn, profileBudget } from './profile-budget.ts';

/** When conversations are condensed and how far, level by level. */
export function ThresholdsSection() {
  const session = useChosenSession();
  return (
    <>
      <Notice className="mb-6">
        What is set for a session overrides its profile, the profile overrides the{' '}
        <Link to="/settings/$section" params={{ section: 'models' }} className="text-accent underline underline-offset-2">
          model
        </Link>
        , the model overrides the default. Percentages are of the room for input: the window without what is reserved for the
        answer.
      </Notice>
      <div className="mb-6">
        <SessionPicker label="Session to show" />
      </div>
      {THRESHOLDS.map((name) => (
        <ThresholdGroup key={name} name={name} session={session} />
      ))}
      <Group title="How far to go, and what to do if it fails">
        <SettingRows page="thresholds" />
      </Group>
      <AdvancedSettings page="thresholds" />
    </>
  );
}

/** One threshold at every level: for everyone, each profile, and a session. */
function ThresholdGroup({ name, session }: { name: ThresholdName; session: Session | undefined }) {
  const { data: profiles = [] } = useProfiles();
  const anchor = settingAnchor(name);
  useTargeted(anchor);
  const { title, description } = SETTINGS[name];
  return (
    <div id={anchor} className="scroll-mt-4">
      <Group title={title} help={description}>
        <ul className="grid divide-y divide-line">
          <DefaultLevel name={name} />
          {profiles.map((profile) => (
            <ProfileLevel key={profile.id} name={name} profile={profile} />
          ))}
          {session !== undefined && (
            <InSession key={session.id} value={session.id}>
              <SessionLevel name={name} title={session.title} />
            </InSession>
          )}
        </ul>
      </Group>
    </div>
  );
}

/** What holds for everyone. */
function DefaultLevel({ name }: { name: ThresholdName }) {
  const { data } = useSettings();
  const { save, problems } = useSaveSettings();
  const shown = data?.values.find(({ key }) => key === name);
  if (shown === undefined) return null;
  return (
    <LevelRow
      name={name}
      level="Default"
      hint="For every conversation"
      value={levelValue(data?.settings[name]?.value)}
      effective={shown}
      inheritLabel="Built in"
      problem={problems[name]}
      onChange={(value) => void save({ [name]: value === 'inherit' ? null : value }, `${shown.title}, default`)}
    />
  );
}

/** What a profile says about a threshold. */
function ProfileLevel({ name, profile }: { name: ThresholdName; profile: Profile }) {
  const { data: models = [] } = useModels();
  const { data: settings } = useSettings();
  const { mutateAsync } = useChangeProfile();
  const { save, problems } = useSave();
  const { id, thresholds } = profile;
  const model = models.find((one) => one.id === `${profile.provider}:${profile.model}`);
  const write = (next: Profile['thresholds']) => () => mutateAsync({ id, thresholds: next });
  return (
    <LevelRow
      name={name}
      level={profile.name}
      hint={`Profile, ${profile.model}`}
      value={levelValue(thresholds[name])}
      effective={effectiveIn(profileBudget(profile, model, settings?.settings ?? {}), name)}
      problem={problems[`thresholds.${name}`]}
      onChange={(value) => void save(write({ ...thresholds, [name]: value }), `${profile.name}, ${name}`, write(thresholds))}
    />
  );
}

/** What one session says about a threshold. */
function SessionLevel({ name, title }: { name: ThresholdName; title: string }) {
  const { data, refetch } = useSessionConfig();
  const { mutateAsync } = useChangeSession(SHOWS_PROBLEM);
  const { save, problems } = useSave();
  const shown = data?.values.find(({ key }) => key === name);
  if (shown === undefined) return null;
  const before = shown.from === 'session' ? levelValue(shown.value) : 'inherit';
  const write = (value: LevelValue) => async () => {
    await mutateAsync({ settings: { [name]: value } });
    await refetch();
  };
  return (
    <LevelRow
      name={name}
      level={title || 'This session'}
      hint="Session"
      value={before}
      effective={shown}
      problem={problems[name]}
      onChange={(value) => void save(write(value), `${title}, ${name}`, write(before))}
    />
  );
}
