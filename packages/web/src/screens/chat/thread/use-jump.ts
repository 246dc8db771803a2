import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { rowKey, type ThreadRow } from './rows.ts';

const GLOW_MS = 2_000;

/**
 * Going to a row: the name of the one that was jumped to last, and how to jump.
 * The row is sought until it stands in sight, since rows that come or grow meanwhile can carry the thread away from it.
 */
export function useJump(
  rows: readonly ThreadRow[],
  scroller: RefObject<HTMLDivElement | null>,
  virtual: Virtualizer<HTMLDivElement, Element>,
  leaveEnd: () => void,
) {
  const [place, setPlace] = useState<{ readonly key: string }>();
  const sought = useRef<string | null>(null);
  const jump = useCallback((key: string) => {
    sought.current = key;
    // A new object each time, so that jumping to the same row again is seen.
    setPlace({ key });
  }, []);

  // After every drawing: a scroll, a new row and a measured row all draw the thread anew.
  useLayoutEffect(() => {
    if (sought.current === null) return;
    const index = rows.findIndex((row) => rowKey(row) === sought.current);
    if (index < 0) return;
    const row = rowInSight(scroller.current, index);
    if (row === null) {
      leaveEnd();
      virtual.scrollToIndex(index, { align: 'center' });
      return;
    }
    sought.current = null;
    row.animate({ backgroundColor: ['var(--color-warning-soft)', 'transparent'] }, GLOW_MS);
  });

  return { at: place?.key, jump };
}

/** The drawn row of an index, when any of it can be seen. */
function rowInSight(scroller: HTMLElement | null, index: number): HTMLElement | null {
  const row = scroller?.querySelector<HTMLElement>(`article[data-index="${index}"]`);
  if (scroller === null || !row) return null;
  const [view, place] = [scroller.getBoundingClientRect(), row.getBoundingClientRect()];
  return place.bottom > view.top && place.top < view.bottom ? row : null;
}
