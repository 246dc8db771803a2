import { useAnnouncement } from '../state/announce.ts';

/** The one place that speaks by itself: condensing starts, condensing ended. */
export function LiveRegion() {
  return (
    <output aria-live="polite" className="sr-only" data-testid="live-region">
      {useAnnouncement()}
    </output>
  );
}
