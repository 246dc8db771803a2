import type { Entry } from '@tenfold/contract';
import { Lock } from 'lucide-react';
import { memo } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { joined } from '../../../ui/joined.ts';
import { short, whole } from '../../../ui/numbers.ts';
import { EntryActions } from './entry-actions.tsx';
import { FoldedMark } from './folded-rail.tsx';
import { isOpening } from './opening.ts';
import { PartView } from './part-view.tsx';

const SPEAKERS = { system: 'System', user: 'You', assistant: 'Assistant', tool: 'Tool', summary: 'Summary' } as const;

/** A message with who said it, what it weighs and what can be done with it. Folded ones stay, dimmed, with a rail. */
export const EntryRow = memo(function EntryRow({
  session,
  entry,
  onEdit,
  onRegenerate,
}: {
  session: string;
  entry: Entry;
  onEdit: (entry: Entry) => void;
  onRegenerate: (entry: Entry) => void;
}) {
  const folded = entry.foldedBy !== null;
  const mine = entry.role === 'user';
  return (
    <div
      data-folded={folded || undefined}
      data-role={entry.role}
      className={joined(
        'group/entry relative mx-auto max-w-3xl px-4 md:px-6',
        entry.role === 'tool' ? 'py-0.5' : 'py-2',
        folded && 'before:absolute before:inset-y-0 before:left-1 before:w-0.5 before:bg-line-strong/50',
      )}
    >
      {entry.role !== 'tool' && (
        <div className="mb-0.5 flex min-h-7 items-center gap-2 text-xs">
          <span className={joined('font-semibold', mine ? 'text-accent' : 'text-ink')}>{SPEAKERS[entry.role]}</span>
          <span className="whitespace-nowrap text-ink-faint tabular-nums" title={billed(entry)}>
            {short(entry.tokens)} tokens
          </span>
          {(entry.protected || isOpening(entry)) && (
            <Badge tone="accent" title={lockWords(entry)}>
              <Lock aria-hidden="true" />
              protected
            </Badge>
          )}
          {entry.aborted && <Badge tone="warning">stopped early</Badge>}
          {entry.foldedBy !== null && <FoldedMark session={session} fold={entry.foldedBy} />}
          <div className="flex-1" />
          <EntryActions session={session} entry={entry} onEdit={onEdit} onRegenerate={onRegenerate} />
        </div>
      )}
      <div className={joined(mine && 'rounded-2xl rounded-tl-md bg-accent-soft px-4 py-2.5', folded && 'text-ink-soft')}>
        {entry.parts.map((part, index) => (
          <PartView
            key={index}
            part={part}
            plain={entry.role !== 'assistant' && entry.role !== 'summary'}
            fold={entry.partFolds.findLast((fold) => fold.index === index)}
          />
        ))}
      </div>
    </div>
  );
});

function lockWords(entry: Entry): string {
  const kept = `keeps ${whole(entry.tokens)} tokens in every request`;
  return isOpening(entry) ? `How a conversation begins is never condensed; ${kept}` : `Never condensed; ${kept}`;
}

/** Counted here and billed there, side by side. */
function billed({ tokens, inputTokens, outputTokens, model }: Entry): string {
  const parts = [`Counted: ${whole(tokens)} tokens`];
  if (inputTokens !== null) parts.push(`billed in: ${whole(inputTokens)}`);
  if (outputTokens !== null) parts.push(`billed out: ${whole(outputTokens)}`);
  if (model !== undefined) parts.push(model);
  return parts.join(' · ');
}
