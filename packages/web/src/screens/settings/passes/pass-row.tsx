import type { SmartPass } from '@tenfold/core';
import { Copy, EllipsisVertical, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { joined } from '../../../ui/joined.ts';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { effectWords, type PassEffect } from './pass-effects.ts';
import { actionWords, asksModel, conditionWords, modeWords, selectionWords } from './pass-words.ts';

/** One pass in the list: its place, name and badges, what it would save, and what can be done with it. */
export function PassRow({
  pass,
  index,
  selected,
  wrong,
  effect,
  handle,
  moves,
  onSelect,
  onDuplicate,
  onRemove,
}: {
  pass: SmartPass;
  index: number;
  selected: boolean;
  wrong: boolean;
  effect: PassEffect | undefined;
  handle: ReactNode;
  moves: ReactNode;
  onSelect: () => void;
  onDuplicate: () => void;
  onRemove: () => void;
}) {
  return (
    <div
      className={joined(
        'flex items-start gap-1 rounded-xl border bg-surface p-2',
        selected ? 'border-accent bg-accent-soft' : 'border-line',
      )}
    >
      {handle}
      <button type="button" aria-expanded={selected} className="min-w-0 flex-1 rounded-md px-1 text-left" onClick={onSelect}>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium text-sm">
            {index + 1}. {pass.name || 'Without a name'}
          </span>
          <Badge>{modeWords(pass)}</Badge>
          <Badge tone={pass.execution.type === 'always' ? 'plain' : 'warning'}>{conditionWords(pass)}</Badge>
          {asksModel(pass) && <Badge tone="accent">Asks a model</Badge>}
          {wrong && <Badge tone="critical">Needs a look</Badge>}
        </span>
        <span className="block text-ink-soft text-xs">
          {actionWords(pass)}: {selectionWords(pass)}
        </span>
        {effect !== undefined && (
          <span className="block text-xs tabular-nums" data-effect={pass.id}>
            {effect.skipped === undefined ? (
              <>
                <strong className="font-medium">{effectWords(effect)} tokens</strong>{' '}
                <span className="text-ink-faint">{effect.estimated ? 'estimated' : 'counted'}</span>
              </>
            ) : (
              <span className="text-ink-faint">Would not run: {effect.skipped}</span>
            )}
          </span>
        )}
      </button>
      <span className="flex">
        {moves}
        <Menu trigger={<IconButton label={`More for ${pass.name}`} icon={<EllipsisVertical />} />}>
          <MenuItem icon={<Copy />} label="Duplicate" onSelect={onDuplicate} />
          <MenuItem icon={<Trash2 />} danger label="Delete" onSelect={onRemove} />
        </Menu>
      </span>
    </div>
  );
}
