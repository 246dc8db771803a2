import { useSettings } from '../../../queries/settings.ts';
import { useSaveSettings } from '../use-save-setting.ts';
import { LevelRow } from './level-row.tsx';
import { levelValue, type ThresholdName } from './level-value.ts';

/** What holds for everyone. */
export function DefaultLevel({ name }: { name: ThresholdName }) {
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
