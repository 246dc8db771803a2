import { SETTINGS } from '@tenfold/contract';
import type { Json } from '@tenfold/core';
import type { ReactNode } from 'react';
import { whole } from '../../../ui/figures.ts';
import { originWords } from '../../../ui/names.ts';
import { LevelControl } from './level-control.tsx';
import type { LevelValue, ThresholdName } from './level-value.ts';

/** A value in words: `80%`, `1,000 tokens`, `off`. */
export function levelWords(name: ThresholdName, value: Json): string {
  if (value === 'off') return 'off';
  if (name === 'answerTokens' && value === -1) return 'the model’s';
  if (typeof value !== 'number') return 'inherits';
  const { unit } = SETTINGS[name].kind;
  return unit === '%' ? `${value}%` : `${whole(value)} ${unit}`;
}

/** One level of a threshold: what it says, what is in force there and where that comes from. */
export function LevelRow({
  name,
  level,
  hint,
  value,
  effective,
  inheritLabel,
  problem,
  onChange,
}: {
  name: ThresholdName;
  level: string;
  hint?: ReactNode;
  value: LevelValue;
  effective: { readonly value: Json; readonly from: string };
  inheritLabel?: string;
  problem?: string | undefined;
  onChange: (value: LevelValue) => void;
}) {
  return (
    <li
      data-level={level}
      className="grid items-center gap-x-4 gap-y-1 py-2 grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,1fr)_auto_9rem]"
    >
      <div className="min-w-0">
        <p className="truncate text-sm">
          {level}
          {value !== 'inherit' && (
            <span className="text-accent" title="Has a value of its own">
              {' •'}
            </span>
          )}
        </p>
        {hint !== undefined && <p className="truncate text-ink-faint text-xs">{hint}</p>}
      </div>
      <LevelControl
        name={name}
        label={`${level}, ${name}`}
        value={value}
        inherited={effective.value}
        {...(inheritLabel === undefined ? {} : { inheritLabel })}
        invalid={problem !== undefined}
        onChange={onChange}
      />
      <p className="col-start-2 row-start-1 text-right text-sm sm:col-start-3" data-effective="">
        <span className="font-medium tabular-nums">{levelWords(name, effective.value)}</span>
        <span className="block text-ink-faint text-xs">{originWords(effective.from)}</span>
      </p>
      {problem !== undefined && (
        <p role="alert" className="col-span-full text-critical text-xs">
          {problem}
        </p>
      )}
    </li>
  );
}
