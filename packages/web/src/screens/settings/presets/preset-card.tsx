import type { Preset } from '@tenfold/contract';
import { Copy, Download, Pencil, Trash2 } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';

/** One preset. Those that come with the engine can be copied, not changed. */
export function PresetCard({
  preset,
  inUse,
  strategyName,
  about,
  actions,
}: {
  preset: Preset;
  inUse: boolean;
  strategyName: string;
  /** What it keeps and what it costs, where that is known. */
  about: { readonly keeps: string; readonly costs: string } | undefined;
  actions: Readonly<Record<'apply' | 'edit' | 'copy' | 'download' | 'remove', (preset: Preset) => void>>;
}) {
  const { name, description, builtIn } = preset;
  return (
    <li
      data-preset={name}
      className="flex flex-col gap-2 rounded-xl border border-line bg-surface p-3 has-data-in-use:border-accent"
    >
      <p className="flex flex-wrap items-center gap-2 font-medium text-sm">
        {name}
        <Badge>{strategyName}</Badge>
        {!builtIn && <Badge tone="accent">Yours</Badge>}
        {inUse && (
          <span data-in-use="">
            <Badge tone="normal">In use</Badge>
          </span>
        )}
      </p>
      <p className="text-ink-soft text-sm">{description || 'No description.'}</p>
      {about !== undefined && (
        <dl className="grid gap-1 text-xs">
          <div>
            <dt className="inline font-medium">Keeps: </dt>
            <dd className="inline text-ink-soft">{about.keeps}</dd>
          </div>
          <div>
            <dt className="inline font-medium">Costs: </dt>
            <dd className="inline text-ink-soft">{about.costs}</dd>
          </div>
        </dl>
      )}
      <div className="mt-auto flex flex-wrap items-center gap-1">
        <Button
          small
          kind={inUse ? 'plain' : 'primary'}
          label={inUse ? 'Stop using' : 'Apply'}
          onClick={() => actions.apply(preset)}
        />
        {builtIn ? (
          <Button small icon={<Copy />} label="Customize" onClick={() => actions.copy(preset)} />
        ) : (
          <>
            <Button small icon={<Pencil />} label="Edit" onClick={() => actions.edit(preset)} />
            <IconButton label={`Copy ${name}`} icon={<Copy />} onClick={() => actions.copy(preset)} />
          </>
        )}
        <IconButton label={`Export ${name}`} icon={<Download />} onClick={() => actions.download(preset)} />
        {!builtIn && <IconButton label={`Delete ${name}`} icon={<Trash2 />} onClick={() => actions.remove(preset)} />}
      </div>
    </li>
  );
}
