import type { ModelLimits } from '@tenfold/contract';
import { useState } from 'react';
import { fieldProblems } from '../../../api/field-problems.ts';
import { useAddModel, useChangeModel, useModels, useResetModel } from '../../../queries/models.ts';
import { toastProblem } from '../../../ui/toast.tsx';
import { noteSaved } from '../saved.ts';
import { draftOf, type ModelDraft, nameProblem, wishOf } from './model-draft.ts';

/** Saves a model that is there, or adds one; problems come back by field. */
export function useSaveModel(model: ModelLimits | null, onSaved: () => void) {
  const { data: known = [] } = useModels();
  const add = useAddModel();
  const change = useChangeModel();
  const { mutateAsync: reset } = useResetModel();
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const send = async (draft: ModelDraft) => {
    if (model === null) {
      const { id } = await add.mutateAsync({ id: `${draft.provider}:${draft.model.trim()}`, ...wishOf(draft) });
      return noteSaved(`${id} added`);
    }
    const { id, source } = model;
    await change.mutateAsync({ id, ...wishOf(draft), expect: model.version });
    // Undo of the first change takes the mark "Set by you" away again.
    noteSaved(id, () => (source === 'manual' ? change.mutateAsync({ id, ...wishOf(draftOf(model)) }) : reset(id)));
  };
  const save = async (draft: ModelDraft) => {
    const name = model === null ? nameProblem(draft, known) : null;
    if (name !== null) return setProblems({ id: name });
    try {
      await send(draft);
      onSaved();
    } catch (error) {
      const found = fieldProblems(error);
      setProblems(found);
      if (Object.keys(found).length === 0) toastProblem(error);
    }
  };
  return { save, problems, saving: add.isPending || change.isPending };
}
