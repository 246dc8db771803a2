import type { CondenseRequest } from '@tenfold/contract';
import { useState } from 'react';
import { useCondense, useEstimate } from '../../../queries/folding.ts';
import { useStrategies } from '../../../queries/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Select } from '../../../ui/select.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { EstimateView } from './estimate-view.tsx';

/** What condensing would come to, before anything is changed or paid; Run does it. */
export function CondenseDialog({ session, onClose }: { session: string; onClose: () => void }) {
  const [chosen, setChosen] = useState('');
  const [fast, setFast] = useState(false);
  const [keep, setKeep] = useState<number | null>(null);
  const { data: strategies } = useStrategies();
  const request: CondenseRequest = {
    ...(chosen === '' ? {} : { strategy: chosen }),
    ...(fast ? { fast } : {}),
    ...(keep === null ? {} : { retainTokens: keep }),
    force: true,
  };
  const { data: estimate, error, isFetching, refetch } = useEstimate(session, request);
  const condense = useCondense(session);
  return (
    <Dialog
      onClose={onClose}
      title="Summarize Conversation History"
      description="A preview: nothing changes until you run it, and it can be undone."
      wide
      footer={
        <>
          {condense.isError && (
            <div className="w-full">
              <ProblemNotice error={condense.error} />
            </div>
          )}
          <Button label="Close" onClick={onClose} />
          <Button
            kind="primary"
            label="Run"
            disabled={condense.isPending || estimate === undefined || estimate.folds.length === 0}
            onClick={() => condense.mutate(request, { onSuccess: onClose })}
          />
        </>
      }
    >
      <div className="grid gap-4 pb-2">
        <div className="grid items-start gap-3 sm:grid-cols-3">
          <Field label="Strategy">
            <Select
              label="Strategy"
              value={chosen}
              onChange={setChosen}
              choices={[
                { value: '', label: 'As this session is set' },
                ...(strategies ?? []).map(({ id, name, description }) => ({ value: id, label: name, hint: description })),
              ]}
            />
          </Field>
          <Field label="Keep recent" help="Tokens left as they are; empty: as set">
            <NumberField label="Keep recent tokens" value={keep} onChange={setKeep} min={0} step={500} placeholder="as set" />
          </Field>
          <Field label="Speed">
            <Checkbox label="Fast: small, quick model" checked={fast} onChange={setFast} />
          </Field>
        </div>
        {error !== null && <ProblemNotice error={error} onRetry={() => void refetch()} />}
        {estimate === undefined ? isFetching && <Spinner label="Working it out…" /> : <EstimateView estimate={estimate} />}
      </div>
    </Dialog>
  );
}
