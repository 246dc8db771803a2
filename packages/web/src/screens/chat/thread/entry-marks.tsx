import type { Entry } from '@tenfold/contract';
import { Lock } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';
import { short, whole } from '../../../ui/numbers.ts';
import { FoldedMark } from './folded-rail.tsx';
import { isOpening } from './opening.ts';

/** How a message of the record stands. What it weighs shows when it is pointed at. */
export function EntryMarks({ session, entry }: { session: string; entry: Entry }) {
  return (
    <>
      {(entry.protected || isOpening(entry)) && (
        <Badge tone="accent" title={lockWords(entry)}>
          <Lock aria-hidden="true" />
          protected
        </Badge>
      )}
      {entry.aborted && <Badge tone="warning">stopped early</Badge>}
      <span className="flex items-center gap-2 opacity-0 transition-opacity focus-within:opacity-100 group-hover/entry:opacity-100">
        <span className="whitespace-nowrap text-ink-faint tabular-nums" title={billed(entry)}>
          {short(entry.tokens)} tokens
        </span>
        {entry.foldedBy !== null && <FoldedMark session={session} fold={entry.foldedBy} />}
      </span>
    </>
  );
}

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
