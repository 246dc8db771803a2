import type { NewToolServer } from '@tenfold/contract';
import { useState } from 'react';
import { useAddToolServer, useToolServers } from '../../../queries/tool-servers.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Field } from '../../../ui/field.tsx';
import { InlineForm } from '../../../ui/inline-form.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
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
          What a tool answers is shown to the model as data, never as instructions. A new server is offered nowhere until you
          switch it on, and each call is asked about until you say otherwise.
        </p>
        {!adding && <Button label="Add a server" onClick={() => setAdding(true)} />}
      </div>
      {error !== null && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {adding && <AddToolServer mayRunCommands={data?.mayRunCommands ?? false} onClose={() => setAdding(false)} />}
      {data?.servers.length === 0 && !adding && <p className="py-6 text-center text-ink-soft text-sm">No server of tools yet.</p>}
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
  const [kind, setKind] = useState<'http' | 'stdio'>('http');
  const [name, setName] = useState('');
  const [where, setWhere] = useState('');
  const [headers, setHeaders] = useState('');
  const [confirming, setConfirming] = useState(false);
  const command = wordsIn(where);
  const isReady = name.trim() !== '' && where.trim() !== '' && !add.isPending;
  const send = (wish: NewToolServer) => add.mutate(wish, { onSuccess: onClose });
  const submit = () => {
    if (kind === 'stdio') setConfirming(true);
    else send({ name: name.trim(), url: where.trim(), headers: headersIn(headers) });
  };
  return (
    <InlineForm
      action={add.isPending ? 'Asking for its tools…' : 'Add'}
      isReady={isReady}
      error={add.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Name" htmlFor="tool-server-name">
          <TextField id="tool-server-name" label="Name" value={name} onChange={setName} />
        </Field>
        <Field label="Kind" help={mayRunCommands ? undefined : 'Commands are named by the operator of this server.'}>
          <Select
            label="Kind"
            value={kind}
            onChange={setKind}
            choices={[
              { value: 'http', label: 'At an address (HTTP)' },
              { value: 'stdio', label: 'A command on this machine', disabled: !mayRunCommands },
            ]}
          />
        </Field>
      </div>
      <Field label={kind === 'http' ? 'Address' : 'Command'} htmlFor="tool-server-where">
        <TextField
          id="tool-server-where"
          label={kind === 'http' ? 'Address' : 'Command'}
          className="font-mono"
          placeholder={kind === 'http' ? 'https://tools.example/mcp' : 'npx some-mcp-server ./notes'}
          value={where}
          onChange={setWhere}
        />
      </Field>
      {kind === 'http' && (
        <Field
          label="Headers"
          htmlFor="tool-server-headers"
          help="One a line, such as Authorization: Bearer … They are kept sealed. Signing in at the server itself (OAuth) is not supported: make a token there and give it here."
        >
          <TextArea
            id="tool-server-headers"
            label="Headers"
            rows={2}
            className="font-mono"
            value={headers}
            onChange={setHeaders}
          />
        </Field>
      )}
      <Confirm
        open={confirming}
        onClose={() => setConfirming(false)}
        title="Run this command on your machine?"
        action="Run it"
        onConfirm={() => send({ name: name.trim(), command, confirm: commandLine(command) })}
      >
        <p>It runs with your rights whenever one of its tools is used.</p>
        <pre className="mt-2 max-h-48 overflow-auto whitespace-pre-wrap break-all rounded-lg bg-sunken p-3 font-mono text-ink text-xs">
          {commandLine(command)}
        </pre>
      </Confirm>
    </InlineForm>
  );
}

function headersIn(text: string): Record<string, string> {
  const lines = text.split('\n').flatMap((line) => {
    const at = line.indexOf(':');
    return at < 1 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const];
  });
  return Object.fromEntries(lines);
}
