import { useParams } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useSettings, useStrategies } from '../../queries/settings.ts';
import { Notice } from '../../ui/notice.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { useScreenKeys } from '../../ui/screen-keys.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { SavedLine } from './saved-line.tsx';
import { allSettings } from './search/all-settings.ts';
import { type Findable, findSettings } from './search/find-settings.ts';
import { SearchResults } from './search/search-results.tsx';
import { SectionNav } from './section-nav.tsx';
import { SectionPage } from './section-page.tsx';
import { sectionOf } from './sections.ts';

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
