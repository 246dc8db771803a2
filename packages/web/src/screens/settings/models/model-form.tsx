import type { ModelLimits } from '@tenfold/contract';
import { useAddModel, useChangeModel, useModels, useResetModel } from '../../../queries/models.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Fields, type FormField, useDraft } from '../form/fields.tsx';
import { PROVIDER_OPTIONS } from '../profiles/providers.ts';
import { useSave } from '../use-save.ts';
import { draftOf, type ModelDraft, nameProblem, wishOf } from './model-draft.ts';

const NAME: readonly FormField[] = [
  { name: 'provider', label: 'Provider', kind: { type: 'choice', options: PROVIDER_OPTIONS } },
  { name: 'model', label: 'Model', help: 'As the provider names it.', kind: { type: 'line' } },
];

function limit(name: keyof ModelDraft, label: string, help: string, empty: string, step = 1_000): FormField {
  return { name, label, help, kind: { type: 'number', step, empty } };
}

const ANSWER_HELP = 'Tokens set aside for the answer, and the most the model is asked for. Empty: as many as the model allows.';
const INPUT_HELP = 'Only if the provider accepts less than the window leaves.';
const THRESHOLD_HELP = 'From 5 to 100 percent of the room. Empty inherits the general threshold.';
const RETENTION_HELP = 'Recent messages that condensing leaves as they are. Empty inherits.';
const LIMITS: readonly FormField[] = [
  limit('contextWindow', 'Context window', 'Tokens of input and answer together.', ''),
  limit('maxOutputTokens', 'Max output', 'The most tokens the model can answer with.', ''),
  limit('answerTokens', 'Longest answer', ANSWER_HELP, 'as many as it allows'),
  limit('maxInputTokens', 'Max input', INPUT_HELP, 'what the window leaves'),
  limit('threshold', 'Wait and condense from (percent)', THRESHOLD_HELP, 'inherit', 1),
  limit('retentionTokens', 'Keep recent (tokens)', RETENTION_HELP, 'inherit', 100),
];

/** Adds a model or changes its limits. */
export function ModelForm({ model, onClose }: { model: ModelLimits | null; onClose: () => void }) {
  const form = useDraft(() => draftOf(model));
  const { save, problems, saving } = useSaveModel(model, onClose);
  return (
    <FormDialog
      title={model === null ? 'Add a model' : model.id}
      description="Limits take effect at once, in open conversations too."
      action={model === null ? 'Add model' : 'Save'}
      disabled={saving}
      problems={problems}
      onSave={() => void save(form.values)}
      onClose={onClose}
    >
      {model === null && <Fields fields={NAME} {...form} problems={problems.id ? { model: problems.id } : {}} />}
      <Fields fields={LIMITS} {...form} problems={problems} className="grid gap-4" />
    </FormDialog>
  );
}

/** Saves a model that is there, or adds one; problems come back by field. */
function useSaveModel(model: ModelLimits | null, onSaved: () => void) {
  const { data: known = [] } = useModels();
  const { mutateAsync: add } = useAddModel();
  const { mutateAsync: change } = useChangeModel();
  const { mutateAsync: reset } = useResetModel();
  const { save: run, problems, setProblems, saving } = useSave();
  const adds = async (draft: ModelDraft) => {
    const wrong = nameProblem(draft, known);
    if (wrong !== null) return setProblems({ id: wrong });
    const id = `${draft.provider}:${draft.model.trim()}`;
    if (await run(() => add({ id, ...wishOf(draft) }), `${id} added`)) onSaved();
  };
  const changes = async (draft: ModelDraft, before: ModelLimits) => {
    const { id, source, version } = before;
    // Undo of the first change takes the mark "Set by you" away again.
    const undo = () => (source === 'manual' ? change({ id, ...wishOf(draftOf(before)) }) : reset(id));
    if (await run(() => change({ id, ...wishOf(draft), expect: version }), id, undo)) onSaved();
  };
  return { problems, saving, save: (draft: ModelDraft) => (model === null ? adds(draft) : changes(draft, model)) };
}
