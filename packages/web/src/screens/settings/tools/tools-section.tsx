import type { NewToolServer } from '@tenfold/contract';
import { useState } from 'react';
import { useAddToolServer, useToolServers } from '../../../queries/tool-servers.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { InlineForm } from '../../../ui/inline-form.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Fields, type FormField, useDraft } from '../form/fields.tsx';
import { commandLine, wordsIn } from './command-words.ts';
import { ToolServerCard } from './tool-server-card.tsx';

/** Servers of tools: which there are, where they are offered, and what they may do unasked. */
export function ToolsSection() {
  const { data, error, refetch } = useToolServers();
  const [adding, setAdding] = useState(false);
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p className="max-w-prose text-ink-soft text-sm">
          What a tool answers is shown to the model as data, never as instructions. A new server is not offered to any model until
          you switch it on, and you are asked about each call until you say otherwise.
        </p>
        {!adding && <Button label="Add a server" onClick={() => setAdding(true)} />}
      </div>
      {error !== null && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {adding && <AddToolServer mayRunCommands={data?.mayRunCommands ?? false} onClose={() => setAdding(false)} />}
      {data?.servers.length === 0 && !adding && <p className="py-6 text-center text-ink-soft text-sm">No tool servers yet.</p>}
      <ul className="divide-y divide-line">
        {data?.servers.map((server) => (
          <ToolServerCard key={server.id} server={server} />
        ))}
      </ul>
    </div>
  );
}

/** A server by its address, or, on a machine of one's own, by a command that is shown whole before it runs. */
function AddToolServer({ mayRunCommands, onClose }: { mayRunCommands: boolean; onClose: () => void }) {
  const add = useAddToolServer();
  const form = useDraft({ name: '', kind: 'http' as 'http' | 'stdio', where: '', headers: '' });
  const [confirming, setConfirming] = useState(false);
  const { kind, where, headers } = form.values;
  const name = form.values.name.trim();
  const command = wordsIn(where);
  const send = (wish: NewToolServer) => add.mutate(wish, { onSuccess: onClose });
  const submit = () => {
    if (kind === 'stdio') setConfirming(true);
    else send({ name, url: where.trim(), headers: headersIn(headers) });
  };
  return (
    <InlineForm
      action={add.isPending ? 'Asking for its tools…' : 'Add'}
      isReady={name !== '' && where.trim() !== '' && !add.isPending}
      error={add.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Fields fields={serverFields(kind, mayRunCommands)} {...form} className="grid gap-3 sm:grid-cols-2" />
      <Confirm
        open={confirming}
        onClose={() => setConfirming(false)}
        title="Run this command on your machine?"
        action="Run it"
        onConfirm={() => send({ name, command, confirm: commandLine(command) })}
      >
        <p>It runs with your permissions whenever one of its tools is used.</p>
        <pre className="mt-2 max-h-48 overflow-auto whitespace-pre-wrap break-all rounded-lg bg-sunken p-3 font-mono text-ink text-xs">
          {commandLine(command)}
        </pre>
      </Confirm>
    </InlineForm>
  );
}

function serverFields(kind: 'http' | 'stdio', mayRunCommands: boolean): readonly FormField[] {
  const place: FormField =
    kind === 'http'
      ? { name: 'where', label: 'Address', kind: { type: 'line', mono: true, placeholder: 'https://tools.example/mcp' } }
      : { name: 'where', label: 'Command', kind: { type: 'line', mono: true, placeholder: 'npx some-mcp-server ./notes' } };
  return [
    { name: 'name', label: 'Name', kind: { type: 'line' } },
    {
      name: 'kind',
      label: 'Kind',
      ...(mayRunCommands ? {} : { help: 'Only the operator of this server can add commands.' }),
      kind: {
        type: 'choice',
        options: { http: 'At an address (HTTP)', stdio: 'A command on this machine' },
        disabled: mayRunCommands ? [] : ['stdio'],
      },
    },
    { ...place, wide: true },
    ...(kind === 'http' ? [HEADERS] : []),
  ];
}

const HEADERS: FormField = {
  name: 'headers',
  label: 'Headers',
  help: 'One per line, such as Authorization: Bearer … They are stored encrypted. Signing in to the server itself (OAuth) is not supported: create a token there and enter it here.',
  kind: { type: 'text', rows: 2, mono: true },
  wide: true,
};

function headersIn(text: string): Record<string, string> {
  const lines = text.split('\n').flatMap((line) => {
    const at = line.indexOf(':');
    return at < 1 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const];
  });
  return Object.fromEntries(lines);
}
