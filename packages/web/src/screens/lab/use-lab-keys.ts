import { useScreenKeys } from '../../ui/screen-keys.ts';
import { applicable, columnKey } from './lab-figures.ts';
import type { Comparison } from './lab-grid.tsx';

/** The keys of the lab: arrows move between columns, letters act on the chosen one. */
export function useLabKeys({ columns, chosen, actions }: Comparison, choose: (key: string) => void): void {
  const place = columns.findIndex((column) => columnKey(column) === chosen);
  const current = columns[place];
  const move = (step: 1 | -1) => {
    const next = columns[place === -1 ? 0 : Math.min(columns.length - 1, Math.max(0, place + step))];
    if (next === undefined) return;
    choose(columnKey(next));
    document
      .querySelector(`[data-column="${CSS.escape(columnKey(next))}"]`)
      ?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  };
  const act = (name: 'view' | 'apply' | 'save' | 'run') => () => {
    if (current !== undefined && (current.error === undefined || name === 'run')) actions[name](current);
  };
  useScreenKeys({
    ArrowRight: () => move(1),
    ArrowLeft: () => move(-1),
    d: act('view'),
    a: () => current !== undefined && applicable(current) && act('apply')(),
    s: act('save'),
    r: () => (current?.estimated || current?.error !== undefined) && act('run')(),
  });
}
