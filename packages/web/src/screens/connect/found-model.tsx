import type { Connectable } from '@tenfold/contract';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ModelField } from './model-field.tsx';
import { useConnect } from './use-connect.tsx';

/** A provider whose key is in the environment, or a server on this machine: choose a model and go. */
export function FoundModel({ found }: { found: Connectable }) {
  const { name, provider, baseUrl, keyIn, models } = found;
  const [model, setModel] = useState(models[0] ?? '');
  const { connect, connecting, notice } = useConnect();
  return (
    <form
      className="grid gap-3 rounded-2xl border border-line bg-surface p-4"
      onSubmit={(event) => {
        event.preventDefault();
        connect({ name: `${name} · ${model}`, provider, model, ...(baseUrl === null ? {} : { baseUrl }) });
      }}
    >
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-40 flex-1">
          <h3 className="font-medium">{name}</h3>
          <p className="text-ink-soft text-xs">{keyIn === null ? `Answers at ${baseUrl}` : `Key found in ${keyIn}`}</p>
        </div>
        <ModelField label={`Model of ${name}`} models={models} model={model} onChange={setModel} />
        <Button kind="primary" type="submit" disabled={connecting || model.trim() === ''}>
          {connecting ? 'Testing…' : 'Connect'}
        </Button>
      </div>
      {notice}
    </form>
  );
}
