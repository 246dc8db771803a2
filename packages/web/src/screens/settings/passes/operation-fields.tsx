import type { ContentType, SmartOperation } from '@tenfold/core';
import { OperationEditor } from './operation-editor.tsx';
import { CONTENT_NAMES } from './pass-words.ts';

const KINDS = Object.keys(CONTENT_NAMES) as ContentType[];

/** What happens to each kind of content. */
export function OperationFields({
  operations,
  path,
  problems,
  onChange,
}: {
  operations: Readonly<Record<ContentType, SmartOperation>>;
  path: string;
  problems: Readonly<Record<string, string>>;
  onChange: (operations: Readonly<Record<ContentType, SmartOperation>>) => void;
}) {
  return (
    <div className="grid gap-3">
      <p className="font-medium text-sm">Operations</p>
      {KINDS.map((kind) => (
        <OperationEditor
          key={kind}
          name={CONTENT_NAMES[kind]}
          operation={operations[kind]}
          path={`${path}.${kind}`}
          problems={problems}
          onChange={(operation) => onChange({ ...operations, [kind]: operation })}
        />
      ))}
    </div>
  );
}
