import type { Approval, ToolServer } from '@tenfold/contract';
import { RefreshCw, Trash2 } from 'lucide-react';
import { useProfiles } from '../../../queries/profiles.ts';
import { useProjects } from '../../../queries/projects.ts';
import { useChangeToolServer, useRefreshToolServer, useRemoveToolServer } from '../../../queries/tool-servers.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { counted } from '../../../ui/figures.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Select } from '../../../ui/select.tsx';

const APPROVALS: readonly { value: Approval; label: string }[] = [
  { value: 'ask', label: 'Ask each time' },
  { value: 'always', label: 'Always allow' },
  { value: 'never', label: 'Never' },
];

/** One server: where it is, where it is offered, what its tools may do. */
export function ToolServerCard({ server }: { server: ToolServer }) {
  const { id, name, where, from, tools, problem, approval } = server;
  const change = useChangeToolServer();
  const refresh = useRefreshToolServer();
  const remove = useRemoveToolServer();
  return (
    <li data-tool-server={name} className="grid gap-2 py-4">
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-center gap-2 font-medium text-sm">
            {name}
            {from === 'operator' && <Badge>set up by the operator</Badge>}
            {server.hasHeaders && <Badge tone="normal">headers set</Badge>}
          </p>
          <p className="break-all font-mono text-ink-soft text-xs">{where}</p>
        </div>
        <Select
          label={`Calls of ${name}`}
          value={approval}
          choices={APPROVALS}
          onChange={(next) => change.mutate({ id, approval: next })}
        />
        <div className="flex items-center gap-1">
          <IconButton
            label={`Ask ${name} for its tools again`}
            icon={<RefreshCw />}
            disabled={refresh.isPending}
            onClick={() => refresh.mutate(id)}
          />
          {from === 'person' && <IconButton label={`Remove ${name}`} icon={<Trash2 />} onClick={() => remove.mutate(id)} />}
        </div>
      </div>
      {problem !== null && (
        <Notice tone="warning">
          It did not list its tools: {problem.replace(/\.$/, '')}. {tools.length > 0 && 'Those it listed before are kept.'}
        </Notice>
      )}
      <Offered server={server} onChange={(on) => change.mutate({ id, on })} />
      <Disclosure summary={counted(tools.length, 'tool')}>
        <ul className="grid gap-2 py-2 pl-6">
          {tools.map((tool) => (
            <li key={tool.name} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <span className="min-w-0 flex-1 basis-56">
                <span className="font-mono">{tool.name}</span>
                <span className="block text-ink-soft text-xs">{tool.description}</span>
              </span>
              <Select
                label={`Calls of ${tool.name}`}
                quiet
                value={tool.approval ?? 'inherit'}
                choices={[{ value: 'inherit', label: 'As the server' }, ...APPROVALS]}
                onChange={(next) => change.mutate({ id, tools: { [tool.name]: next === 'inherit' ? null : next } })}
              />
            </li>
          ))}
        </ul>
      </Disclosure>
    </li>
  );
}

function Offered({ server: { on, name }, onChange }: { server: ToolServer; onChange: (on: ToolServer['on']) => void }) {
  const { data: profiles = [] } = useProfiles();
  const { data: projects = [] } = useProjects();
  const places = [
    ...profiles.map(({ id, name: profile }) => ({ list: 'profiles' as const, id, label: `With ${profile}` })),
    ...projects.map(({ id, name: project }) => ({ list: 'projects' as const, id, label: `In project ${project}` })),
  ];
  return (
    <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
      <legend className="sr-only">Where {name} is offered</legend>
      <Checkbox label="In every chat" checked={on.everywhere} onChange={(everywhere) => onChange({ ...on, everywhere })} />
      {!on.everywhere &&
        places.map(({ list, id, label }) => (
          <Checkbox
            label={label}
            key={`${list} ${id}`}
            checked={on[list].includes(id)}
            onChange={(isIn) => onChange({ ...on, [list]: isIn ? [...on[list], id] : on[list].filter((one) => one !== id) })}
          />
        ))}
    </fieldset>
  );
}
