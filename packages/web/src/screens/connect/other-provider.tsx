import type { ListedModels, Provider } from '@tenfold/contract';
import { useState } from 'react';
import { listModels } from '../../queries/profiles.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { PROVIDER_OPTIONS, providerOf } from '../settings/profiles/providers.ts';
import { ModelField } from './model-field.tsx';
import { useConnect } from './use-connect.tsx';

const UNKNOWN: ListedModels = { models: [], problem: null };

/** Any provider by its key: its models are listed once the key is there. */
export function OtherProvider() {
  const [provider, setProvider] = useState<Provider>('openai');
  const [key, setKey] = useState('');
  const [baseUrl, setBaseUrl] = useState('');
  const [model, setModel] = useState('');
  const [listed, setListed] = useState(UNKNOWN);
  const { connect, connecting, notice } = useConnect();
  const { label, baseUrl: usual, options } = providerOf(provider);
  const place = {
    provider,
    ...(key === '' ? {} : { key }),
    ...(baseUrl === '' ? (usual === undefined ? {} : { baseUrl: usual }) : { baseUrl }),
  };
  const look = async () => {
    if (key === '' && usual === undefined) return;
    const found = await listModels(place).catch(() => UNKNOWN);
    setListed(found);
    setModel((now) => (now === '' ? (found.models[0] ?? '') : now));
  };
  const choose = (next: Provider) => {
    setProvider(next);
    setListed(UNKNOWN);
    setModel('');
    setBaseUrl('');
  };
  return (
    <form
      className="grid gap-3 rounded-2xl border border-line bg-surface p-4"
      aria-labelledby="other-provider"
      onSubmit={(event) => {
        event.preventDefault();
        connect({ name: `${label.replace(/ \(.*/, '')} · ${model}`, model, ...place });
      }}
    >
      <h2 id="other-provider" className="font-semibold">
        With a key
      </h2>
      <div className="grid gap-3 sm:grid-cols-2">
        <Select
          label="Provider"
          value={provider}
          onChange={choose}
          choices={Object.entries(PROVIDER_OPTIONS).map(([value, name]) => ({ value: value as Provider, label: name }))}
        />
        <TextField
          label="Key"
          type="password"
          autoComplete="off"
          placeholder={usual === undefined ? 'Key' : 'Key, if it needs one'}
          value={key}
          onChange={({ target }) => setKey(target.value.trim())}
          onBlur={() => void look()}
        />
        <TextField
          label="Address"
          placeholder={usual ?? 'Address, if it is not the usual one'}
          value={baseUrl}
          onChange={({ target }) => setBaseUrl(target.value.trim())}
          onBlur={() => void look()}
        />
        <ModelField label="Model" models={listed.models} model={model} onChange={setModel} />
      </div>
      {listed.problem !== null && <p className="text-sm text-warning">{listed.problem} You can type the model's name.</p>}
      {options !== undefined && (
        <p className="text-ink-soft text-xs">This provider needs more ({options}): add it in Settings, Profiles.</p>
      )}
      {notice}
      <div>
        <Button kind="primary" type="submit" disabled={connecting || model.trim() === ''}>
          {connecting ? 'Testing…' : 'Test and connect'}
        </Button>
      </div>
    </form>
  );
}
