import { useQuery } from '@tanstack/react-query';
import { processApi } from '@tenfold/contract';
import { call } from '../../../api/client.ts';
import { Kbd } from '../../../ui/kbd.tsx';

/** Which version this is, and where to read more. */
export function AboutSection() {
  const { data } = useQuery({
    queryKey: ['health'],
    queryFn: () => call(processApi.health, {}),
  });
  return (
    <div className="grid max-w-prose gap-4 text-sm">
      <p>
        <span className="font-semibold text-lg">Tenfold</span> <span className="text-ink-soft">{data?.version ?? ''}</span>
      </p>
      <p>
        Keeps a conversation inside its model’s context window for as long as it lasts. Older parts are condensed about ten times
        shorter; every condensation is counted, priced, checked, and can be undone. Messages themselves are never dropped.
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-ink-soft">License</dt>
        <dd>MIT</dd>
        <dt className="text-ink-soft">Interface for programs</dt>
        <dd>
          <a href="/api/openapi.json" className="text-accent underline underline-offset-2">
            OpenAPI description
          </a>
        </dd>
        <dt className="text-ink-soft">Reading</dt>
        <dd>docs/guide.md, docs/strategies and docs/cost.md come with the app; docs/benchmarks.md has measured figures.</dd>
        <dt className="text-ink-soft">Keys</dt>
        <dd>
          <Kbd>?</Kbd> shows all keyboard shortcuts, <Kbd>/</Kbd> searches the settings.
        </dd>
      </dl>
    </div>
  );
}
