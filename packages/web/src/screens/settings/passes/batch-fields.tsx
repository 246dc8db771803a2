import type { SmartBatch } from '@tenfold/core';
import { NumberSetting } from './number-setting.tsx';
import { Segmented } from './segmented.tsx';
import { SummarizeFields } from './summarize-fields.tsx';

type Terms = NonNullable<SmartBatch['summarizationConfig']>;
const NOTHING: Terms = { keepFirst: 0, keepLast: 0 };

/** What happens to the selected messages as one block. */
export function BatchFields({
  batch,
  problems,
  onChange,
}: {
  batch: SmartBatch;
  problems: Readonly<Record<string, string>>;
  onChange: (batch: SmartBatch) => void;
}) {
  const terms = batch.summarizationConfig ?? NOTHING;
  const path = 'batchConfig.summarizationConfig';
  const set = (patch: Partial<Terms>) => onChange({ ...batch, summarizationConfig: { ...terms, ...patch } });
  return (
    <div className="grid gap-4">
      <Segmented
        label="Operation"
        help={batch.operation === 'keep' ? 'The block is left alone.' : 'The middle of the block becomes one summary.'}
        value={batch.operation}
        options={{ summarize: 'Summarize', keep: 'Keep' }}
        onChange={(operation) => onChange({ ...batch, operation, summarizationConfig: terms })}
      />
      {batch.operation === 'summarize' && (
        <>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <NumberSetting
              label="Keep first"
              help="Messages kept at the beginning of the block."
              value={terms.keepFirst}
              problem={problems[`${path}.keepFirst`]}
              onChange={(keepFirst = 0) => set({ keepFirst })}
            />
            <NumberSetting
              label="Keep last"
              help="Messages kept at the end of the block."
              value={terms.keepLast}
              problem={problems[`${path}.keepLast`]}
              onChange={(keepLast = 0) => set({ keepLast })}
            />
          </div>
          <SummarizeFields
            terms={terms}
            path={path}
            problems={problems}
            onChange={({ apiProfile: _, maxTokens: __, customPrompt: ___, ...rest }, next) =>
              onChange({ ...batch, summarizationConfig: { ...rest, ...next } as Terms })
            }
          />
        </>
      )}
    </div>
  );
}
