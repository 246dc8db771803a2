import type { Session } from '@tenfold/contract';
import { useState } from 'react';
import { fieldProblems } from '../../../api/field-problems.ts';
import { useChangeSession, useSessionConfig } from '../../../queries/session.ts';
import { toastProblem } from '../../../ui/toast.tsx';
import { noteSaved } from '../saved.ts';
import { LevelRow } from './level-row.tsx';
import { type LevelValue, levelValue, type ThresholdName } from './level-value.ts';

/** What one session says about a threshold. */
export function SessionLevel({ name, session }: { name: ThresholdName; session: Session }) {
  const { data, refetch } = useSessionConfig(session.id);
  const { mutateAsync } = useChangeSession(session.id);
  const [problem, setProblem] = useState<string>();
  const shown = data?.values.find(({ key }) => key === name);
  if (shown === undefined) return null;
  const before = shown.from === 'session' ? levelValue(shown.value) : 'inherit';
  const write = async (value: LevelValue) => {
    await mutateAsync({ settings: { [name]: value } });
    await refetch();
  };
  const change = async (value: LevelValue) => {
    try {
      await write(value);
      setProblem(undefined);
      noteSaved(`${session.title}, ${name}`, () => write(before));
    } catch (error) {
      const found = fieldProblems(error)[name];
      setProblem(found);
      if (found === undefined) toastProblem(error);
    }
  };
  return (
    <LevelRow
      name={name}
      level={session.title || 'This session'}
      hint="Session"
      value={before}
      effective={shown}
      problem={problem}
      onChange={(value) => void change(value)}
    />
  );
}
