import type { ModelLimits } from '@tenfold/contract';
import { Pencil, Plus, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useChangeModel, useModels, useResetModel } from '../../../queries/models.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Fetching } from '../../../ui/fetching.tsx';
import { dollars, whole } from '../../../ui/figures.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useSave } from '../use-save.ts';
import { draftOf, wishOf } from './model-draft.ts';
import { ModelForm } from './model-form.tsx';
import { day, sourceOf, thresholdWords } from './model-source.ts';

/** Models and their limits. */
export function ModelsSection() {
  const fetched = useModels();
  const { data: models = [] } = fetched;
  const { mutateAsync: resetModel } = useResetModel();
  const { mutateAsync: changeModel } = useChangeModel();
  const [editing, setEditing] = useState<ModelLimits | 'new' | null>(null);
  const { save } = useSave();
  const reset = (model: ModelLimits) =>
    save(
      () => resetModel(model.id),
      `${model.id}: back to what is known`,
      () => changeModel({ id: model.id, ...wishOf(draftOf(model)) }),
    );
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <p className="max-w-prose text-ink-soft text-sm">
          A model you use for the first time is looked up with its provider, then in the price list. What you enter here takes
          precedence.
        </p>
        <Button kind="primary" icon={<Plus />} label="Add model" onClick={() => setEditing('new')} />
      </div>
      <Fetching of={fetched} label="Loading models…" />
      {models.length > 0 && <ModelColumns />}
      <ul className="grid divide-y divide-line">
        {models.map((model) => (
          <ModelRow key={model.id} model={model} onEdit={() => setEditing(model)} onReset={() => void reset(model)} />
        ))}
      </ul>
      {editing !== null && (
        <ModelForm
          key={editing === 'new' ? 'new' : editing.id}
          model={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  );
}

const FACTS: readonly (readonly [name: string, help: string])[] = [
  ['window', 'Tokens of input and answer together'],
  ['max input', 'Tokens of input'],
  ['max output', 'Tokens of an answer'],
  ['waits at', 'Share of the room at which a message waits until the context fits'],
  ['keeps', 'Tokens of recent messages that stay as they are'],
];

/** What the figures of the rows below are, where there is room for a line of it. */
function ModelColumns() {
  return (
    <div
      aria-hidden="true"
      className="hidden grid-cols-[minmax(0,1fr)_auto_4rem] gap-x-4 border-line border-b py-1 text-ink-faint text-xs lg:grid"
    >
      <span>model</span>
      <span className="grid grid-cols-5 gap-x-4 text-right">
        {FACTS.map(([name, help]) => (
          <span key={name} title={help} className="w-18">
            {name}
          </span>
        ))}
      </span>
    </div>
  );
}

/** One model: what it takes and gives, from what share it waits, who said so and when. */
function ModelRow({ model, onEdit, onReset }: { model: ModelLimits; onEdit: () => void; onReset: () => void }) {
  const { id, contextWindow, maxInputTokens, maxOutputTokens, threshold, retentionTokens, price, updatedAt } = model;
  const { label, tone, help } = sourceOf(model);
  const values = [
    whole(contextWindow),
    whole(maxInputTokens ?? contextWindow - maxOutputTokens),
    whole(maxOutputTokens),
    thresholdWords(threshold),
    retentionTokens === -1 ? 'inherits' : whole(retentionTokens),
  ];
  return (
    <li
      data-model={id}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-2.5 lg:grid-cols-[minmax(0,1fr)_auto_4rem]"
    >
      <div className="min-w-0">
        <p className="break-all font-medium text-sm">{id}</p>
        <p className="flex flex-wrap items-center gap-2 text-ink-faint text-xs">
          <Badge tone={tone} title={help}>
            {label}
          </Badge>
          <time dateTime={day(updatedAt)}>{day(updatedAt)}</time>
          {price !== null && (
            <span title="Dollars per million tokens">
              {dollars(price.input)} in, {dollars(price.output)} out per 1M
            </span>
          )}
        </p>
      </div>
      <dl className="col-span-2 row-start-2 grid grid-cols-5 gap-x-2 text-xs tabular-nums sm:gap-x-4 lg:col-span-1 lg:col-start-2 lg:row-start-1 lg:text-right">
        {FACTS.map(([name], index) => (
          <div key={name} className="lg:w-18">
            <dt className="text-ink-faint lg:sr-only">{name}</dt>
            <dd className="font-medium">{values[index]}</dd>
          </div>
        ))}
      </dl>
      <div className="flex justify-end lg:col-start-3">
        {model.source === 'manual' && <IconButton label={`Reset ${id}`} icon={<RotateCcw />} onClick={onReset} />}
        <IconButton label={`Edit ${id}`} icon={<Pencil />} onClick={onEdit} />
      </div>
    </li>
  );
}
