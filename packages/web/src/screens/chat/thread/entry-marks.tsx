import type { Entry } from '@tenfold/contract';
import { Lock } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';
import { whole } from '../../../ui/numbers.ts';
import { EntryFacts } from './entry-facts.tsx';
import { FoldedMark } from './folded-rail.tsx';
import { isOpening } from './opening.ts';

/** How a message of the record stands. What it weighs and cost shows when it is pointed at. */
export function EntryMarks({ entry, took }: { entry: Entry; took: number | null }) {
  return (
    <>
      {(entry.protected || isOpening(entry)) && (
        <Badge tone="accent" title={lockWords(entry)}>
          <Lock aria-hidden="true" />
          protected
        </Badge>
      )}
      {entry.aborted && <Badge tone="warning">stopped early</Badge>}
      <span className="flex min-w-0 items-center gap-2 opacity-0 transition-opacity focus-within:opacity-100 group-hover/entry:opacity-100 group-focus-within/row:opacity-100 has-data-popup-open:opacity-100">
        <EntryFacts entry={entry} took={took} />
        {entry.foldedBy !== null && <FoldedMark fold={entry.foldedBy} />}
      </span>
    </>
  );
}

function lockWords(entry: Entry): string {
  const kept = `keeps ${whole(entry.tokens)} tokens in every request`;
  return isOpening(entry) ? `How a conversation begins is never condensed; ${kept}` : `Never condensed; ${kept}`;
}
