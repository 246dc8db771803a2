import { useNavigate } from '@tanstack/react-router';
import { usePresets } from '../../queries/presets.ts';
import { useProfiles } from '../../queries/profiles.ts';
import { useChangeSession, useOpenSession, useSessionConfig } from '../../queries/session.ts';
import { useStrategies } from '../../queries/settings.ts';
import { modelName, profileHint } from '../../ui/names.ts';
import { Select } from '../../ui/select.tsx';

/** A choice that is no model: the way to one. */
const CONNECT = 'connect';

/** Who answers in this session. */
export function ProfilePicker({ model }: { model: string | undefined }) {
  const { profileId } = useOpenSession();
  const { data: profiles } = useProfiles();
  const change = useChangeSession();
  const navigate = useNavigate();
  const shown = model === undefined ? undefined : modelName(model);
  return (
    <Select
      quiet
      label="Model"
      className="max-w-40"
      value={profileId ?? ''}
      onChange={(value) =>
        value === CONNECT ? void navigate({ to: '/connect' }) : change.mutate({ profileId: value === '' ? null : value })
      }
      choices={[
        {
          value: '',
          label: profileId === null && shown !== undefined ? shown : 'Default model',
          hint: 'The default of all chats',
        },
        ...(profiles ?? []).map((one) => ({ value: one.id, label: one.name, hint: profileHint(one) })),
        ...(profiles?.length === 0
          ? [{ value: CONNECT, label: 'Connect a model…', hint: 'Only the offline model is here so far' }]
          : []),
      ]}
    />
  );
}

/** How this session is condensed: a strategy, or a preset. */
export function StrategyPicker() {
  const { strategy } = useOpenSession();
  const { data: strategies } = useStrategies();
  const { data: presets } = usePresets();
  const { data: config } = useSessionConfig();
  const change = useChangeSession();
  const inForce = (key: string) => config?.values.find((one) => one.key === key);
  const preset = inForce('preset')?.value;
  const fallback = strategies?.find(({ id }) => id === inForce('strategy')?.value)?.name ?? 'Default';
  const choose = (value: string) => {
    const [kind, id = ''] = value.split(/:(.*)/s);
    const patch =
      kind === 'preset'
        ? { settings: { preset: id } }
        : { strategy: kind === 'strategy' ? id : null, settings: { preset: null } };
    change.mutate(patch);
  };
  return (
    <Select
      quiet
      label="Strategy"
      className="max-w-40"
      value={typeof preset === 'string' ? `preset:${preset}` : strategy === null ? '' : `strategy:${strategy}`}
      onChange={choose}
      choices={[
        { value: '', label: strategy === null ? fallback : 'Default', hint: 'The default of all chats' },
        ...(strategies ?? []).map(({ id, name, description }) => ({ value: `strategy:${id}`, label: name, hint: description })),
        ...(presets ?? []).map(({ id, name, description }) => ({
          value: `preset:${id}`,
          label: `Preset: ${name}`,
          hint: description,
        })),
      ]}
    />
  );
}
