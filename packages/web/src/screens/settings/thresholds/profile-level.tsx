import type { Profile } from '@tenfold/contract';
import { useState } from 'react';
import { fieldProblems } from '../../../api/field-problems.ts';
import { useModels } from '../../../queries/models.ts';
import { useChangeProfile } from '../../../queries/profiles.ts';
import { useSettings } from '../../../queries/settings.ts';
import { toastProblem } from '../../../ui/toast.tsx';
import { noteSaved } from '../saved.ts';
import { LevelRow } from './level-row.tsx';
import { type LevelValue, levelValue, type ThresholdName } from './level-value.ts';
import { effectiveIn, profileBudget } from './profile-budget.ts';

/** What a profile says about a threshold. */
export function ProfileLevel({ name, profile }: { name: ThresholdName; profile: Profile }) {
  const { data: models = [] } = useModels();
  const { data: settings } = useSettings();
  const { mutateAsync } = useChangeProfile();
  const [problem, setProblem] = useState<string>();
  const { id, thresholds } = profile;
  const model = models.find((one) => one.id === `${profile.provider}:${profile.model}`);
  const change = async (value: LevelValue) => {
    try {
      await mutateAsync({ id, thresholds: { ...thresholds, [name]: value } });
      setProblem(undefined);
      noteSaved(`${profile.name}, ${name}`, () => mutateAsync({ id, thresholds }));
    } catch (error) {
      const found = fieldProblems(error)[`thresholds.${name}`];
      setProblem(found);
      if (found === undefined) toastProblem(error);
    }
  };
  return (
    <LevelRow
      name={name}
      level={profile.name}
      hint={`Profile, ${profile.model}`}
      value={levelValue(thresholds[name])}
      effective={effectiveIn(profileBudget(profile, model, settings?.settings ?? {}), name)}
      problem={problem}
      onChange={(value) => void change(value)}
    />
  );
}
