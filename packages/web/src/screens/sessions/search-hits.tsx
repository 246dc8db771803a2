import { Link } from '@tanstack/react-router';
import type { SearchHit } from '@tenfold/contract';
import type { Role } from '@tenfold/core';
import { Badge } from '../../ui/badge.tsx';
import { sessionName } from '../../ui/names.ts';
import { Marked } from './marked.tsx';

const ROLES: Readonly<Record<Role, string>> = {
  user: 'you',
  assistant: 'assistant',
  tool: 'tool result',
  system: 'system',
  summary: 'summary',
};

/** Passages of messages that hold the words, folded ones too. */
export function SearchHits({ hits }: { hits: readonly SearchHit[] }) {
  if (hits.length === 0) return null;
  return (
    <section aria-label="Found in messages" className="mb-4">
      <h2 className="px-3 pb-1 font-medium text-ink-faint text-xs">Found in messages</h2>
      <ul>
        {hits.map(({ sessionId = '', entryId, position, title, snippet, inContext, role }) => (
          <li key={`${sessionId} ${entryId}`} className="rounded-xl hover:bg-surface">
            <Link
              to="/s/$session"
              params={{ session: sessionId }}
              search={{ entry: entryId, at: position }}
              data-row=""
              className="block px-3 py-2"
            >
              <span className="flex items-center gap-2 text-sm">
                <span className="truncate font-medium">{sessionName({ title: title ?? '' })}</span>
                <span className="text-ink-faint text-xs">{ROLES[role]}</span>
                {!inContext && (
                  <Badge title="Condensed: the model no longer sees these words, you still do">not in context</Badge>
                )}
              </span>
              <span className="line-clamp-2 text-ink-soft text-sm">
                <Marked snippet={snippet} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
