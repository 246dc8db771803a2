import { Link } from '@tanstack/react-router';
import { useProfiles } from '../../queries/profiles.ts';

/** While no model is set up: the way to one. */
export function ConnectNotice() {
  const { data: profiles } = useProfiles();
  if (profiles === undefined || profiles.length > 0) return null;
  return (
    <div className="mb-5 flex flex-wrap items-center gap-3 rounded-2xl border border-accent/40 bg-accent-soft p-4">
      <p className="min-w-56 flex-1">
        <span className="font-semibold">No model is connected yet.</span>{' '}
        <span className="text-ink-soft">The offline one answers: it remembers and finds passages, but cannot think.</span>
      </p>
      <Link
        to="/connect"
        className="inline-flex min-h-9 items-center rounded-lg bg-accent px-3.5 font-medium text-on-accent text-sm hover:opacity-90"
      >
        Connect a model
      </Link>
    </div>
  );
}
