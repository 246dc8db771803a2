import { Pencil, RotateCcw } from 'lucide-react';
import type { ModelLimits } from '../../../api/settings-contract.ts';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { dollars } from '../../../ui/money.ts';
import { whole } from '../../../ui/numbers.ts';
import { day, sourceOf, thresholdWords } from './model-source.ts';

/** One model: what it takes and gives, from what share it waits, who said so and when. */
export function ModelRow({ model, onEdit, onReset }: { model: ModelLimits; onEdit: () => void; onReset: () => void }) {
  const { id, contextWindow, maxInputTokens, maxOutputTokens, threshold, retentionTokens, price, updatedAt } = model;
  const { label, tone, help } = sourceOf(model);
  const facts: readonly (readonly [string, string])[] = [
    ['window', whole(contextWindow)],
    ['in', maxInputTokens === null ? 'what is left' : whole(maxInputTokens)],
    ['out', whole(maxOutputTokens)],
    ['waits from', thresholdWords(threshold)],
    ['keeps', retentionTokens === -1 ? 'inherits' : whole(retentionTokens)],
  ];
  return (
    <li data-model={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0 flex-1 basis-72">
        <p className="break-all font-medium text-sm">{id}</p>
        <p className="flex flex-wrap items-center gap-2 text-ink-faint text-xs">
          <Badge tone={tone} title={help}>
            {label}
          </Badge>
          <time dateTime={day(updatedAt)}>{day(updatedAt)}</time>
          {price !== null && (
            <span title="Dollars per million tokens">
              {dollars(price.input)} in, {dollars(price.output)} out per 1M
            </span>
          )}
        </p>
      </div>
      <dl className="grid grid-cols-3 gap-x-4 gap-y-1 text-right text-xs tabular-nums sm:grid-cols-5">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-16">
            <dt className="text-ink-faint">{name}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex w-16 justify-end">
        {model.source === 'manual' && <IconButton label={`Reset ${id}`} icon={<RotateCcw />} onClick={onReset} />}
        <IconButton label={`Edit ${id}`} icon={<Pencil />} onClick={onEdit} />
      </div>
    </li>
  );
}
