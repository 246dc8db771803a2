import type { CondenseRequest, Estimate } from '@tenfold/contract';
import { useState } from 'react';
import { SHOWS_PROBLEM } from '../../queries/fetched.ts';
import { useCondense, useEstimate } from '../../queries/folding.ts';
import { useStrategies } from '../../queries/settings.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Field } from '../../ui/field.tsx';
import { counted, dollars, paybackWords, shorterBy, whole } from '../../ui/figures.ts';
import { Notice } from '../../ui/notice.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ProfileCosts } from '../../ui/profile-costs.tsx';
import { Select } from '../../ui/select.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** What condensing would come to, before anything is changed or paid; Run does it. */
export function CondenseDialog({
  title = 'Summarize Conversation History',
  description = 'A preview: nothing changes until you run it, and it can be undone.',
  upTo,
  onStarted,
  onClose,
}: {
  title?: string;
  description?: string;
  /** The last entry to condense; all that can be where it is not given. */
  upTo?: string;
  onStarted?: () => void;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState('');
  const [fast, setFast] = useState(false);
  const [keep, setKeep] = useState<number | null>(null);
  const { data: strategies } = useStrategies();
  const request: CondenseRequest = {
    ...(chosen === '' ? {} : { strategy: chosen }),
    ...(fast ? { fast } : {}),
    ...(keep === null ? {} : { retainTokens: keep }),
    ...(upTo === undefined ? {} : { upTo }),
    force: true,
  };
  const started = () => {
    onClose();
    onStarted?.();
  };
  const { data: estimate, error, isFetching, refetch } = useEstimate(request);
  const condense = useCondense(SHOWS_PROBLEM);
  return (
    <Dialog
      onClose={onClose}
      title={title}
      description={description}
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
            onClick={() => condense.mutate(request, { onSuccess: started })}
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
                { value: '', label: 'As set for this session' },
                ...(strategies ?? []).map(({ id, name, description }) => ({ value: id, label: name, hint: description })),
              ]}
            />
          </Field>
          <Field label="Keep recent" help="Tokens left as they are. Empty: as set for this session">
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

/** Tokens after, cost, payback, what is folded, and what each profile would ask for it. */
function EstimateView({ estimate }: { estimate: Estimate }) {
  const { before, after, netEffect, exact } = estimate;
  const about = exact ? '' : '≈ ';
  if (estimate.folds.length === 0)
    return (
      <Notice>
        {estimate.warnings[0] ??
          'There is nothing to condense here: what is recent, protected or already condensed stays as it is.'}
      </Notice>
    );
  return (
    <div className="grid gap-3">
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Figure
          term="Tokens after"
          value={`${about}${whole(after)}`}
          note={`from ${whole(before)}, −${shorterBy(before, after)}`}
        />
        <Figure term="Cost" value={dollars(estimate.cost)} note={range(estimate)} />
        <Figure
          term="Pays back"
          value={netEffect === null ? 'no price known' : paybackWords(netEffect.payback)}
          note={netEffect === null ? '' : `saves ${dollars(netEffect.perTurn)} a turn`}
        />
        <Figure
          term="Messages condensed"
          value={whole(estimate.messagesFolded)}
          note={exact ? 'tried just now; running it gives this' : asks(estimate.asks)}
        />
      </dl>
      {estimate.warnings.map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
      {netEffect !== null && netEffect.rewrite > 0 && (
        <p className="text-ink-soft text-xs">
          The provider's cached prefix is written again once: {dollars(netEffect.rewrite)}, counted in.
        </p>
      )}
      {estimate.profiles.length > 0 && (
        <section>
          <h3 className="font-medium text-sm">With each profile</h3>
          <ProfileCosts profiles={estimate.profiles} />
        </section>
      )}
      <Disclosure summary={`What is condensed (${estimate.folds.length})`}>
        <ul className="grid gap-0.5 py-1 pl-6 text-ink-soft text-sm tabular-nums">
          {estimate.folds.slice(0, 100).map((fold) => (
            <li key={`${fold.kind}-${fold.from}-${fold.to}-${fold.before}`}>
              {fold.from === fold.to ? `Message ${fold.from + 1}` : `Messages ${fold.from + 1}–${fold.to + 1}`}, {fold.kind}:{' '}
              {whole(fold.before)} → {about}
              {whole(fold.after)} tokens
            </li>
          ))}
        </ul>
      </Disclosure>
      <Disclosure summary="Report">
        <pre className="whitespace-pre-wrap py-1 pl-6 font-mono text-ink-soft text-xs">{estimate.text}</pre>
      </Disclosure>
    </div>
  );
}

function Figure({ term, value, note }: { term: string; value: string; note: string }) {
  return (
    <div className="rounded-xl bg-sunken p-3">
      <dt className="text-ink-soft text-xs">{term}</dt>
      <dd className="font-semibold text-lg tabular-nums leading-tight">{value}</dd>
      <dd className="text-ink-faint text-xs tabular-nums">{note}</dd>
    </div>
  );
}

function range({ costLow, costHigh }: Estimate): string {
  return costLow === null || costHigh === null || costLow === costHigh ? '' : `${dollars(costLow)} to ${dollars(costHigh)}`;
}

function asks(count: number): string {
  return count === 0 ? 'no summary to write' : `${counted(count, 'summary', 'summaries')} to write`;
}
