import type { SmartPass } from '@tenfold/core';
import { NumberSetting } from './number-setting.tsx';
import { Segmented } from './segmented.tsx';

/** Whether a pass always runs. */
export function ConditionFields({
  execution,
  problems,
  onChange,
}: {
  execution: SmartPass['execution'];
  problems: Readonly<Record<string, string>>;
  onChange: (execution: SmartPass['execution']) => void;
}) {
  return (
    <div className="grid gap-3">
      <Segmented
        label="When"
        help={
          execution.type === 'always'
            ? 'Runs unless the goal is already met.'
            : 'Runs only while the context is heavier than this.'
        }
        value={execution.type}
        options={{ always: 'Always', conditional: 'Only when needed' }}
        onChange={(type) => onChange(type === 'always' ? { type } : { type, condition: { tokenThreshold: 50_000 } })}
      />
      {execution.type === 'conditional' && (
        <NumberSetting
          label="Above tokens"
          help="Tokens of the whole context at which the pass begins to run."
          value={execution.condition.tokenThreshold}
          step={1_000}
          problem={problems['execution.condition.tokenThreshold']}
          onChange={(tokenThreshold = 0) => onChange({ type: 'conditional', condition: { tokenThreshold } })}
        />
      )}
    </div>
  );
}
