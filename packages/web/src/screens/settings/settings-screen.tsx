import { CatchBoundary, Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useSettings, useStrategies } from '../../queries/settings.ts';
import { ScreenFailed } from '../../shell/screen-failed.tsx';
import { counted } from '../../ui/figures.ts';
import { Notice } from '../../ui/notice.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { useScreenKeys } from '../../ui/screen-keys.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { SavedLine } from './saved.tsx';
import { allSettings } from './search/all-settings.ts';
import { type Findable, findSettings } from './search/find-settings.ts';
import { SECTIONS, type SectionId, sectionOf } from './sections.ts';
import { useHasUnsaved } from './unsaved.ts';

/** Everything that can be set, page by page, with a search over all of it. */
export function SettingsScreen() {
  const { section } = useParams({ from: '/settings/$section' });
  const [query, setQuery] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const found = useFound(query);
  const { data, error, refetch } = useSettings();
  const { id, label, about } = sectionOf(section);
  useScreenKeys({ '/': () => search.current?.focus() });
  return (
    <div className="flex h-full flex-col">
      <ScreenHeader title="Settings">
        <SearchField
          label="Search settings"
          inputRef={search}
          value={query}
          onChange={setQuery}
          className="w-48 shrink sm:w-72"
        />
      </ScreenHeader>
      <div className="flex min-h-0 flex-1 flex-col md:flex-row">
        <SectionNav section={id} onChosen={() => setQuery('')} />
        <div className="min-h-0 flex-1 overflow-y-auto">
          {query.trim() !== '' ? (
            <SearchResults query={query} found={found} onChosen={() => setQuery('')} />
          ) : (
            <div className="mx-auto max-w-5xl px-4 py-5 sm:px-6">
              <h2 className="font-semibold text-xl">{label}</h2>
              <p className="mb-5 text-ink-soft text-sm">{about}</p>
              {error !== null && <ProblemNotice error={error} onRetry={() => void refetch()} />}
              {(data?.warnings ?? []).map((warning) => (
                <Notice key={warning} tone="warning" className="mb-3">
                  {warning}
                </Notice>
              ))}
              <SectionPage id={id} />
            </div>
          )}
        </div>
      </div>
      <SavedLine />
    </div>
  );
}

/** What a search finds among all settings. */
function useFound(query: string): readonly Findable[] {
  const { data: strategies = [] } = useStrategies();
  const all = useMemo(() => allSettings(strategies), [strategies]);
  return useMemo(() => findSettings(all, query), [all, query]);
}

const PAGES = {
  models: lazy(async () => ({ default: (await import('./models/models-section.tsx')).ModelsSection })),
  profiles: lazy(async () => ({ default: (await import('./profiles/profiles-section.tsx')).ProfilesSection })),
  tools: lazy(async () => ({ default: (await import('./tools/tools-section.tsx')).ToolsSection })),
  thresholds: lazy(async () => ({ default: (await import('./thresholds/thresholds-section.tsx')).ThresholdsSection })),
  strategy: lazy(async () => ({ default: (await import('./strategy/strategy-section.tsx')).StrategySection })),
  passes: lazy(async () => ({ default: (await import('./passes/passes-section.tsx')).PassesSection })),
  presets: lazy(async () => ({ default: (await import('./presets/presets-section.tsx')).PresetsSection })),
  prompts: lazy(async () => ({ default: (await import('./prompts/prompts-section.tsx')).PromptsSection })),
  notifications: lazy(async () => ({ default: (await import('./general/notifications-section.tsx')).NotificationsSection })),
  appearance: lazy(async () => ({ default: (await import('./general/appearance-section.tsx')).AppearanceSection })),
  people: lazy(async () => ({ default: (await import('./people/people-section.tsx')).PeopleSection })),
  data: lazy(async () => ({ default: (await import('./general/data-section.tsx')).DataSection })),
  about: lazy(async () => ({ default: (await import('./general/about-section.tsx')).AboutSection })),
} satisfies Record<SectionId, unknown>;

/** One page of the settings, loaded when it is first looked at. */
function SectionPage({ id }: { id: SectionId }) {
  const Page = PAGES[id];
  return (
    <CatchBoundary getResetKey={() => id} errorComponent={ScreenFailed}>
      <Suspense fallback={<Spinner label="Loading…" />}>
        <Page />
      </Suspense>
    </CatchBoundary>
  );
}

/** The pages of the settings: a list at the side, a row to swipe through on a phone. */
function SectionNav({ section, onChosen }: { section: string; onChosen: () => void }) {
  const list = useRef<HTMLElement>(null);
  // The page shown now is the one to bring into sight.
  useEffect(() => {
    list.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [section]);
  return (
    <nav
      ref={list}
      aria-label="Settings"
      className="flex shrink-0 gap-1 overflow-x-auto border-line border-b px-2 py-1.5 md:w-48 md:flex-col md:overflow-y-auto md:border-r md:border-b-0 md:py-3"
    >
      {SECTIONS.map(({ id, label, about }) => (
        <Link
          key={id}
          to="/settings/$section"
          params={{ section: id }}
          title={about}
          onClick={onChosen}
          className="flex min-h-9 shrink-0 items-center rounded-lg px-3 text-ink-soft text-sm hover:bg-sunken hover:text-ink"
          activeProps={{ className: 'bg-accent-soft font-medium text-accent!', 'aria-current': 'page' }}
        >
          {label}
          <Unsaved section={id} />
        </Link>
      ))}
    </nav>
  );
}

function Unsaved({ section }: { section: SectionId }) {
  if (!useHasUnsaved(section)) return null;
  const what = section === 'people' ? 'a new token to copy' : 'unsaved changes';
  return (
    <span title={what} className="ml-2 size-1.5 shrink-0 rounded-full bg-warning-fill ring-1 ring-warning">
      <span className="sr-only">{what}</span>
    </span>
  );
}

/** What was found, each a way to its place. */
function SearchResults({ query, found, onChosen }: { query: string; found: readonly Findable[]; onChosen: () => void }) {
  if (found.length === 0)
    return (
      <p className="p-6 text-ink-soft text-sm">No setting matches “{query}”. Try another word, or look through the pages.</p>
    );
  return (
    <section aria-label="Search results" className="mx-auto max-w-3xl p-4">
      <p role="status" className="px-3 pb-2 text-ink-soft text-sm">
        {counted(found.length, 'setting')}
      </p>
      <ul className="grid gap-1">
        {found.map((one) => (
          <li key={`${one.section} ${one.anchor ?? ''}`}>
            <Link
              to="/settings/$section"
              params={{ section: one.section }}
              {...(one.anchor === undefined ? {} : { hash: one.anchor })}
              onClick={onChosen}
              className="block rounded-xl px-3 py-2 hover:bg-surface focus-visible:bg-surface"
            >
              <span className="font-medium text-sm">{one.title}</span>
              <span className="text-ink-faint text-xs"> · {sectionOf(one.section).label}</span>
              <span className="block text-ink-soft text-sm">{one.help}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
