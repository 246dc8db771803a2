import type { ModelLimits } from '@tenfold/contract';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useChangeModel, useModels, useResetModel } from '../../../queries/models.ts';
import { Button } from '../../../ui/button.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useSave } from '../use-save.ts';
import { draftOf, wishOf } from './model-draft.ts';
import { ModelForm } from './model-form.tsx';
import { ModelColumns, ModelRow } from './model-row.tsx';

/** Models and their limits. */
export function ModelsSection() {
  const { data: models = [], error, refetch, isPending } = useModels();
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
          A model you use for the first time is looked up with its provider, then in the price list. What you enter here wins.
        </p>
        <Button kind="primary" onClick={() => setEditing('new')}>
          <Plus className="size-4" aria-hidden="true" />
          Add model
        </Button>
      </div>
      {error !== null && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {isPending && <Spinner label="Loading models…" />}
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
