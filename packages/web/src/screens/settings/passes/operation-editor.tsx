import type { SmartOperation } from '@tenfold/core';
import { Select } from '../../../ui/select.tsx';
import { SummarizeFields } from './summarize-fields.tsx';
import { TruncateFields } from './truncate-fields.tsx';

/** Each operation with an example of what becomes of text. */
const CHOICES = [
  { value: 'keep', label: 'Keep', hint: 'Stays as it is' },
  { value: 'suppress', label: 'Suppress', hint: 'Becomes ⟨ Content suppressed ⟩' },
  { value: 'truncate', label: 'Truncate', hint: 'Keeps its beginning, then ⟨ ... truncated ⟩' },
  { value: 'summarize', label: 'Summarize', hint: 'A model shortens it' },
] as const;

/** What happens to one kind of content, with its parameters. */
export function OperationEditor({
  name,
  operation,
  path,
  problems,
  onChange,
}: {
  name: string;
  operation: SmartOperation;
  path: string;
  problems: Readonly<Record<string, string>>;
  onChange: (operation: SmartOperation) => void;
}) {
  const { params = {} } = operation;
  const choose = (next: SmartOperation['operation']) => {
    const { params: kept } = operation;
    onChange({
      operation: next,
      ...(next === 'truncate' ? { params: { truncate: kept?.truncate ?? { maxLines: 20 } } } : {}),
      ...(next === 'summarize' ? { params: { summarize: kept?.summarize ?? {} } } : {}),
    });
  };
  return (
    <fieldset className="grid gap-2 rounded-lg border border-line p-3">
      <legend className="sr-only">{name}</legend>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-sm">{name}</span>
        <Select label={`${name}: operation`} className="w-44" value={operation.operation} choices={CHOICES} onChange={choose} />
      </div>
      {operation.operation === 'truncate' && (
        <TruncateFields
          limit={params.truncate ?? {}}
          path={`${path}.params.truncate`}
          problems={problems}
          onChange={(truncate) => onChange({ operation: 'truncate', params: { truncate } })}
        />
      )}
      {operation.operation === 'summarize' && (
        <SummarizeFields
          terms={params.summarize ?? {}}
          path={`${path}.params.summarize`}
          problems={problems}
          onChange={(_, summarize) => onChange({ operation: 'summarize', params: { summarize } })}
        />
      )}
    </fieldset>
  );
}
