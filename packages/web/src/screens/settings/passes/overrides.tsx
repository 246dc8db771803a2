import type { ContentType, SmartIndividual, SmartOperation } from '@tenfold/core';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { NumberSetting } from './number-setting.tsx';
import { OperationEditor } from './operation-editor.tsx';
import { CONTENT_NAMES } from './pass-words.ts';

type Override = NonNullable<SmartIndividual['overrides']>[number];

const KINDS = Object.keys(CONTENT_NAMES) as ContentType[];
const KEEP: SmartOperation = { operation: 'keep' };

/** Other operations for single messages, by their position in the transcript. */
export function Overrides({
  overrides,
  problems,
  onChange,
}: {
  overrides: readonly Override[];
  problems: Readonly<Record<string, string>>;
  onChange: (overrides: readonly Override[]) => void;
}) {
  const [opened] = useState(overrides.length > 0);
  const put = (index: number, override: Override) => onChange(overrides.with(index, override));
  return (
    <Disclosure summary={`Exceptions for single messages (${overrides.length})`} defaultOpen={opened}>
      <div className="grid gap-3 pt-2">
        {overrides.map(({ messageIndex, operations }, index) => (
          <div key={index} className="grid gap-2 rounded-lg border border-line p-3">
            <div className="flex items-end justify-between gap-2">
              <NumberSetting
                label="Message"
                help="Position in the transcript; the first is 0."
                value={messageIndex}
                problem={problems[`individualConfig.overrides[${index}].messageIndex`]}
                onChange={(position = 0) => put(index, { messageIndex: position, operations })}
              />
              <IconButton
                label={`Remove exception ${index + 1}`}
                icon={<Trash2 />}
                onClick={() => onChange(overrides.toSpliced(index, 1))}
              />
            </div>
            {KINDS.map((kind) => (
              <OperationEditor
                key={kind}
                name={CONTENT_NAMES[kind]}
                operation={operations[kind] ?? KEEP}
                path={`individualConfig.overrides[${index}].operations.${kind}`}
                problems={problems}
                onChange={(operation) => put(index, { messageIndex, operations: { ...operations, [kind]: operation } })}
              />
            ))}
          </div>
        ))}
        <Button
          small
          className="justify-self-start"
          onClick={() =>
            onChange([
              ...overrides,
              { messageIndex: 0, operations: { messageText: KEEP, toolParameters: KEEP, toolResults: KEEP } },
            ])
          }
        >
          <Plus className="size-3.5" aria-hidden="true" />
          Add an exception
        </Button>
      </div>
    </Disclosure>
  );
}
