import { Link } from '@tanstack/react-router';
import type { Session } from '@tenfold/contract';
import { Archive, Flag, Play } from 'lucide-react';

const LOOK = 'inline-flex min-h-7 items-center gap-1.5 rounded text-sm';

/** The shortest ways on: the latest conversation, its checkpoints, and what was put away. */
export function SessionToolbar({
  latest,
  archived,
  onArchived,
}: {
  latest: Session | undefined;
  archived: boolean;
  onArchived: (archived: boolean) => void;
}) {
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-4 px-3">
      {latest !== undefined && !archived && (
        <>
          <Link
            to="/s/$session"
            params={{ session: latest.id }}
            className={`${LOOK} font-medium text-accent hover:underline`}
            title={latest.title}
          >
            <Play className="size-3.5" aria-hidden="true" />
            Resume Latest
          </Link>
          <Link
            to="/s/$session/timeline"
            params={{ session: latest.id }}
            className={`${LOOK} text-ink-soft hover:text-ink`}
            title={latest.title}
          >
            <Flag className="size-3.5" aria-hidden="true" />
            Browse Checkpoints
          </Link>
        </>
      )}
      <button type="button" onClick={() => onArchived(!archived)} className={`${LOOK} ml-auto text-ink-soft hover:text-ink`}>
        <Archive className="size-3.5" aria-hidden="true" />
        <span className={archived ? '' : 'max-sm:sr-only'}>{archived ? 'Back to current' : 'Archived'}</span>
      </button>
    </div>
  );
}
