import type { LosslessOperations, SmartConfig } from '@tenfold/core';
import { Badge } from '../../../ui/badge.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { effectWords, type PassEffect } from './pass-effects.ts';

type Prelude = NonNullable<SmartConfig['losslessPrelude']>;

const OPERATIONS: readonly (readonly [keyof LosslessOperations, string])[] = [
  ['deduplicateFileReads', 'A file read again refers to the first time'],
  ['consolidateToolResults', 'Equal lists, searches and commands become one'],
  ['removeObsoleteState', 'Reads of files that were read or edited again later go; recall brings them back'],
];
const OFF: Prelude = {
  enabled: false,
  operations: { deduplicateFileReads: true, consolidateToolResults: true, removeObsoleteState: true },
};

/** The free step before all others: what is said twice goes. */
export function PreludeCard({
  prelude = OFF,
  effect,
  onChange,
}: {
  prelude: Prelude | undefined;
  effect: PassEffect | null;
  onChange: (prelude: Prelude) => void;
}) {
  return (
    <section aria-label="Lossless prelude" className="mb-2 rounded-xl border border-line bg-surface p-3">
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 font-medium text-sm">
          Lossless prelude <Badge tone="normal">Free</Badge>
        </span>
        {prelude.enabled && effect !== null && (
          <span className="text-xs tabular-nums" data-effect="prelude">
            <strong className="font-medium">{effectWords(effect)} tokens</strong> <span className="text-ink-faint">counted</span>
          </span>
        )}
        <Switch label="Lossless prelude" checked={prelude.enabled} onChange={(enabled) => onChange({ ...prelude, enabled })} />
      </div>
      <p className="text-ink-soft text-xs">Takes out what is said twice before the passes run.</p>
      {prelude.enabled && (
        <div className="mt-2 grid gap-1">
          {OPERATIONS.map(([name, words]) => (
            <Checkbox
              label={words}
              key={name}
              checked={prelude.operations[name]}
              onChange={(on) => onChange({ ...prelude, operations: { ...prelude.operations, [name]: on } })}
            />
          ))}
        </div>
      )}
    </section>
  );
}
