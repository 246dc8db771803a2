import { Link } from '@tanstack/react-router';
import { Plug } from 'lucide-react';
import { useConnectable } from '../../queries/profiles.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { FoundModel } from './found-model.tsx';
import { OtherProvider } from './other-provider.tsx';

/** The way to a model in one screen: what was found is one click away, everything else a key. */
export function ConnectScreen() {
  const { data: found, error, refetch } = useConnectable();
  return (
    <div className="flex h-full flex-col">
      <ScreenHeader title="Connect a model" />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto grid max-w-2xl gap-6 px-4 py-6">
          <p className="text-ink-soft">
            Tenfold talks to the model you choose. Keys stay on this machine, sealed, and go only to the provider they are for.
          </p>
          {error !== null && <ProblemNotice error={error} onRetry={() => void refetch()} />}
          {found === undefined && error === null && <Spinner label="Looking for keys and local models…" />}
          {found !== undefined && found.length > 0 && (
            <section className="grid gap-3" aria-labelledby="found">
              <h2 id="found" className="flex items-center gap-2 font-semibold">
                <Plug className="size-4 text-accent" aria-hidden="true" />
                Found on this machine
              </h2>
              {found.map((one) => (
                <FoundModel key={one.name} found={one} />
              ))}
            </section>
          )}
          <OtherProvider />
          <p className="text-ink-soft text-sm">
            Just looking?{' '}
            <Link to="/" className="text-accent underline underline-offset-2">
              Go on with the offline model
            </Link>
            . Everything but real answers works with it.
          </p>
        </div>
      </div>
    </div>
  );
}
