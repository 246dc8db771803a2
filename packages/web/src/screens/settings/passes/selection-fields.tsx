import type { SmartSelection } from '@tenfold/core';
import { CustomFields } from './custom-fields.tsx';
import { selectionOf } from './edit-passes.ts';
import { NumberSetting } from './number-setting.tsx';
import { Segmented } from './segmented.tsx';

const HELP: Readonly<Record<SmartSelection['type'], string>> = {
  preserve_recent: 'All but the newest messages.',
  preserve_percent: 'All but the newest share of messages.',
  custom: 'Messages that meet all conditions given.',
};

/** Which messages a pass works on. */
export function SelectionFields({
  selection,
  problems,
  onChange,
}: {
  selection: SmartSelection;
  problems: Readonly<Record<string, string>>;
  onChange: (selection: SmartSelection) => void;
}) {
  return (
    <div className="grid gap-3">
      <Segmented
        label="Selection"
        help={`${HELP[selection.type]} Protected messages, your latest request and the newest step are never touched.`}
        value={selection.type}
        options={{ preserve_recent: 'Keep recent', preserve_percent: 'Keep a share', custom: 'Conditions' }}
        onChange={(type) => onChange(selectionOf(type))}
      />
      {selection.type === 'preserve_recent' && (
        <NumberSetting
          label="Newest messages kept"
          help="How many of the newest messages are left alone."
          value={selection.keepRecentCount}
          problem={problems['selection.keepRecentCount']}
          onChange={(count) => count !== undefined && onChange({ type: 'preserve_recent', keepRecentCount: count })}
        />
      )}
      {selection.type === 'preserve_percent' && (
        <NumberSetting
          label="Newest share kept (percent)"
          help="Percent of the messages, the newest, that are left alone."
          value={selection.keepPercentage}
          step={5}
          problem={problems['selection.keepPercentage']}
          onChange={(share) => share !== undefined && onChange({ type: 'preserve_percent', keepPercentage: share })}
        />
      )}
      {selection.type === 'custom' && (
        <CustomFields custom={selection.custom} problems={problems} onChange={(custom) => onChange({ type: 'custom', custom })} />
      )}
    </div>
  );
}
