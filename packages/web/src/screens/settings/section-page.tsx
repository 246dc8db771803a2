import { CatchBoundary } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ScreenFailed } from '../../shell/screen-failed.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { SectionId } from './sections.ts';

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
export function SectionPage({ id }: { id: SectionId }) {
  const Page = PAGES[id];
  return (
    <CatchBoundary getResetKey={() => id} errorComponent={ScreenFailed}>
      <Suspense fallback={<Spinner label="Loading…" />}>
        <Page />
      </Suspense>
    </CatchBoundary>
  );
}
