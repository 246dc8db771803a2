import { type RefObject, useEffect, useRef } from 'react';
import { noteInSight } from '../../../state/fold-watch.ts';
import { useSessionId } from '../../../state/session-id.ts';

const MOSTLY = 0.6;

/** Notes whether the divider of the latest fold can be seen, so that nothing else repeats what it says. */
export function useInSight(latest: boolean): RefObject<HTMLElement | null> {
  const session = useSessionId();
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = frame.current;
    if (element === null || !latest) return;
    const observer = new IntersectionObserver((seen) => noteInSight(session, (seen.at(-1)?.intersectionRatio ?? 0) >= MOSTLY), {
      root: element.closest('[role="feed"]'),
      threshold: [0, MOSTLY],
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      noteInSight(session, false);
    };
  }, [session, latest]);
  return frame;
}
