import { useState } from 'react';
import { useToolServers } from '../../../queries/tool-servers.ts';
import { Button } from '../../../ui/button.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { AddToolServer } from './add-tool-server.tsx';
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
        {!adding && <Button onClick={() => setAdding(true)}>Add a server</Button>}
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
