import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { EmptyState } from '../ui/empty-state.tsx';

/** An address that leads nowhere, and the way on from it. */
export function NoSuchPlace({ title = 'There is nothing at this address' }: { title?: string }) {
  return (
    <div role="alert">
      <h1 className="sr-only">Nothing here</h1>
      <EmptyState
        icon={<Compass />}
        title={title}
        actions={
          <Link to="/" className="inline-flex min-h-9 items-center rounded-lg bg-accent px-3 font-medium text-on-accent text-sm">
            All conversations
          </Link>
        }
      >
        It may have been deleted, or the link was cut short. Nothing was changed.
      </EmptyState>
    </div>
  );
}
