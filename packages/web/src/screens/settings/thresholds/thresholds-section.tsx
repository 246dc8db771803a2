import { Link } from '@tanstack/react-router';
import { Notice } from '../../../ui/notice.tsx';
import { useChosenSession } from '../chosen-session.ts';
import { Group } from '../row/group.tsx';
import { AdvancedSettings, SettingRows } from '../row/setting-row.tsx';
import { SessionPicker } from '../session-picker.tsx';
import { THRESHOLDS } from './level-value.ts';
import { ThresholdGroup } from './threshold-group.tsx';

/** When conversations are condensed and how far, level by level. */
export function ThresholdsSection() {
  const session = useChosenSession();
  return (
    <>
      <Notice className="mb-6">
        A session decides before its profile, the profile before the{' '}
        <Link to="/settings/$section" params={{ section: 'models' }} className="text-accent underline underline-offset-2">
          model
        </Link>
        , the model before the default. Percentages are of the room for input: the window without what is reserved for the answer.
      </Notice>
      <div className="mb-6">
        <SessionPicker label="Session to show" />
      </div>
      {THRESHOLDS.map((name) => (
        <ThresholdGroup key={name} name={name} session={session} />
      ))}
      <Group title="How far, and when it does not work">
        <SettingRows page="thresholds" />
      </Group>
      <AdvancedSettings page="thresholds" />
    </>
  );
}
