import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Estimate } from '@tenfold/contract';
import { asJson, type LosslessOperations, type SmartConfig } from '@tenfold/core';
import { Plus } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { estimateFold } from '../../../queries/folding.ts';
import { keys } from '../../../queries/keys.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { counted, dollars, shorterBy, whole } from '../../../ui/figures.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useChosenSession } from '../chosen-session.ts';
import { SessionPicker } from '../session-picker.tsx';
import { configProblems } from '../strategy/config-problems.ts';
import { addPass, changePass, duplicatePass, movePass, removePass } from './edit-passes.ts';
import { PassEditor } from './pass-editor.tsx';
import { effectsOf, effectWords, type PassEffect } from './pass-effects.ts';
import { passProblems } from './pass-problems.ts';
import { PassRow } from './pass-row.tsx';
import { SortableList } from './sortable-list.tsx';

const EDITOR = 'pass-editor';

/** Below the list on a narrow screen, the editor would open out of sight. */
function showEditor(): void {
  requestAnimationFrame(() => document.getElementById(EDITOR)?.scrollIntoView({ block: 'nearest' }));
}

/** Edits a Smart config pass by pass, with what each pass would save on a conversation. */
export function SmartEditor({ config, onChange }: { config: SmartConfig; onChange: (config: SmartConfig) => void }) {
  const [chosen, setChosen] = useState<string | null>(config.passes[0]?.id ?? null);
  const problems = useMemo(() => configProblems('smart', asJson(config)), [config]);
  const session = useChosenSession();
  const { data, settling, error } = usePassPreview(session?.id, config, Object.keys(problems).length === 0);
  const { passes } = config;
  const effects = effectsOf(
    data?.passes ?? [],
    passes.map(({ id }) => id),
    data?.exact === true,
  );
  const selected = passes.find(({ id }) => id === chosen);
  const added = (next: { config: SmartConfig; id: string }) => {
    onChange(next.config);
    setChosen(next.id);
  };
  return (
    <>
      <PreviewLine estimate={data} settling={settling} error={error} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div>
          <PreludeCard
            prelude={config.losslessPrelude}
            effect={effects.prelude}
            onChange={(losslessPrelude) => onChange({ ...config, losslessPrelude })}
          />
          <SortableList
            label="Passes, in the order they run"
            items={passes}
            onMove={(from, to) => onChange(movePass(config, from, to))}
            render={(item, index, handle, moves) => (
              <PassRow
                pass={item}
                index={index}
                selected={item.id === chosen}
                wrong={Object.keys(passProblems(problems, index)).length > 0}
                effect={effects.passes.get(item.id)}
                handle={handle}
                moves={moves}
                onSelect={() => {
                  setChosen(item.id === chosen ? null : item.id);
                  showEditor();
                }}
                onDuplicate={() => added(duplicatePass(config, item.id))}
                onRemove={() => onChange(removePass(config, item.id))}
              />
            )}
          />
          {passes.length === 0 && (
            <p className="py-3 text-ink-soft text-sm">No passes: only the prelude runs. Add one, or start from a preset.</p>
          )}
          <Button icon={<Plus />} label="Add pass" className="mt-2" onClick={() => added(addPass(config))} />
        </div>
        {selected !== undefined && (
          <div id={EDITOR}>
            <PassEditor
              key={selected.id}
              pass={selected}
              problems={passProblems(problems, passes.indexOf(selected))}
              onChange={(change) => onChange(changePass(config, selected.id, change))}
            />
          </div>
        )}
      </div>
    </>
  );
}

/** Editing must rest this long before a preview is asked for. */
const REST_MS = 300;

/** What a config would come to on a conversation: mechanical passes counted, those that ask a model estimated. Nothing is paid. */
function usePassPreview(session: string | undefined, config: SmartConfig, right: boolean) {
  const [rested, setRested] = useState(config);
  useEffect(() => {
    const timer = setTimeout(() => setRested(config), REST_MS);
    return () => clearTimeout(timer);
  }, [config]);
  const preview = useQuery({
    queryKey: [...keys.session(session ?? ''), 'passes', rested],
    enabled: session !== undefined && right,
    placeholderData: keepPreviousData,
    queryFn: () => estimateFold(session ?? '', { strategy: 'smart', config: asJson(rested), force: true }),
  });
  return { ...preview, settling: rested !== config || preview.isFetching };
}

/** What all passes together would come to on the chosen conversation. */
function PreviewLine({ estimate, settling, error }: { estimate: Estimate | undefined; settling: boolean; error: Error | null }) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl bg-sunken px-3 py-2 text-sm">
      <SessionPicker label="Try on" />
      {error !== null ? (
        <span className="text-critical">{error.message}</span>
      ) : (
        estimate !== undefined && (
          <span role="status" data-preview="" className="tabular-nums">
            {whole(estimate.before)} → {estimate.asks > 0 ? '≈ ' : ''}
            <strong>{whole(estimate.after)}</strong> tokens (
            {estimate.after < estimate.before ? `−${shorterBy(estimate.before, estimate.after)}` : 'nothing saved'})
            {estimate.asks === 0
              ? ', no model asked'
              : `, ${counted(estimate.asks, 'model call')}${estimate.cost === null ? '' : ` ≈ ${dollars(estimate.cost)}`}`}
          </span>
        )
      )}
      {settling && <Spinner />}
      <span className="basis-full text-ink-faint text-xs">A dry run: nothing is changed or paid for.</span>
    </div>
  );
}

type Prelude = NonNullable<SmartConfig['losslessPrelude']>;

const OPERATIONS: readonly (readonly [keyof LosslessOperations, string])[] = [
  ['deduplicateFileReads', 'Point repeated reads of a file to the first one'],
  ['consolidateToolResults', 'Merge identical lists, searches and commands'],
  ['removeObsoleteState', 'Drop reads of files that were read or edited again later; recall brings them back'],
];
const OFF: Prelude = {
  enabled: false,
  operations: { deduplicateFileReads: true, consolidateToolResults: true, removeObsoleteState: true },
};

/** The free step before all others: what is said twice goes. */
function PreludeCard({
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
      <p className="text-ink-soft text-xs">Removes repetition before the passes run.</p>
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
