import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { api, type Connectable, type ListedModels, type ProfileWish, type Provider } from '@tenfold/contract';
import { Plug } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { SHOWS_PROBLEM } from '../../queries/fetched.ts';
import { listModels, useConnectable, useConnectProfile } from '../../queries/profiles.ts';
import { Button } from '../../ui/button.tsx';
import { Fetching } from '../../ui/fetching.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { PROVIDER_OPTIONS, providerOf } from '../settings/profiles/providers.ts';

/** The way to a model in one screen: what was found is one click away, everything else a key. */
export function ConnectScreen() {
  const connectable = useConnectable();
  const { data: found = [] } = connectable;
  return (
    <Screen title="Connect a model" className="mx-auto grid max-w-2xl gap-6 px-4 py-6">
      <p className="text-ink-soft">
        Tenfold talks to the model you choose. Keys stay on this machine, encrypted, and are sent only to the provider they belong
        to.
      </p>
      <Fetching of={connectable} label="Looking for keys and local models…" />
      {found.length > 0 && (
        <section className="grid gap-3" aria-labelledby="found">
          <h2 id="found" className="flex items-center gap-2 font-semibold">
            <Plug className="size-4 text-accent" aria-hidden="true" />
            Found on this machine
          </h2>
          {found.map((one) => (
            <FoundModel key={one.name} found={one} />
          ))}
        </section>
      )}
      <OtherProvider />
      <p className="text-ink-soft text-sm">
        Just looking?{' '}
        <Link to="/" className="text-accent underline underline-offset-2">
          Continue with the offline model
        </Link>
        . Everything works with it except real answers.
      </p>
    </Screen>
  );
}

/** A provider whose key is in the environment, or a server on this machine: choose a model and go. */
function FoundModel({ found }: { found: Connectable }) {
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
        <ModelField label={`Model of ${name}`} models={models} model={model} onChange={setModel} className="w-56" />
        <Button
          kind="primary"
          label={connecting ? 'Testing…' : 'Connect'}
          type="submit"
          disabled={connecting || model.trim() === ''}
        />
      </div>
      {notice}
    </form>
  );
}

const UNKNOWN: ListedModels = { models: [], problem: null };

/** Any provider by its key: its models are listed once the key is there. */
function OtherProvider() {
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
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Field label="Provider">
          <Select
            label="Provider"
            value={provider}
            onChange={choose}
            choices={Object.entries(PROVIDER_OPTIONS).map(([value, name]) => ({ value: value as Provider, label: name }))}
          />
        </Field>
        <Field label="Key" htmlFor="connect-key" {...(usual === undefined ? {} : { help: 'Only if the server asks for one.' })}>
          <TextField
            id="connect-key"
            label="Key"
            type="password"
            autoComplete="off"
            value={key}
            onChange={(next) => setKey(next.trim())}
            onBlur={() => void look()}
          />
        </Field>
        <Field label="Address" htmlFor="connect-address" help="Leave it empty for the usual one.">
          <TextField
            id="connect-address"
            label="Address"
            {...(usual === undefined ? {} : { placeholder: usual })}
            value={baseUrl}
            onChange={(next) => setBaseUrl(next.trim())}
            onBlur={() => void look()}
          />
        </Field>
        <Field label="Model" help="Once the key is here, its models are listed.">
          <ModelField label="Model" models={listed.models} model={model} onChange={setModel} />
        </Field>
      </div>
      {listed.problem !== null && <p className="text-sm text-warning">{listed.problem} You can type the model's name.</p>}
      {options !== undefined && (
        <p className="text-ink-soft text-xs">This provider needs more ({options}): add it in Settings, Profiles.</p>
      )}
      {notice}
      <div>
        <Button
          kind="primary"
          label={connecting ? 'Testing…' : 'Test and connect'}
          type="submit"
          disabled={connecting || model.trim() === ''}
        />
      </div>
    </form>
  );
}

/** Connects a model: it is asked for one word first, and a conversation with it begins. One that does not answer is not kept. */
function useConnect() {
  const navigate = useNavigate();
  const { mutateAsync: connect } = useConnectProfile();
  const { mutate, isPending, data, error } = useMutation({
    ...SHOWS_PROBLEM,
    mutationFn: async (wish: ProfileWish) => {
      const { profile, test } = await connect(wish);
      if (!test.ok) return test;
      const session = await call(api.sessions.create, { body: { profileId: profile.id } });
      await navigate({ to: '/s/$session', params: { session: session.id } });
      return test;
    },
  });
  const notice =
    error !== null ? (
      <ProblemNotice error={error} />
    ) : (
      data?.ok === false && (
        <Notice tone="critical" alert>
          <p className="font-medium">{data.message}</p>
          <p className="text-ink-soft">Nothing was stored. Correct it and try again.</p>
        </Notice>
      )
    );
  return { connect: mutate, connecting: isPending, notice };
}

/** One of the models a provider lists; where it lists none, its name. */
function ModelField({
  label,
  models,
  model,
  onChange,
  className = '',
}: {
  label: string;
  models: readonly string[];
  model: string;
  onChange: (model: string) => void;
  className?: string;
}) {
  const shared = { label, value: model, onChange, className };
  if (models.length === 0) return <TextField {...shared} placeholder="Model name" />;
  return <Select {...shared} choices={models.map((value) => ({ value, label: value }))} />;
}
