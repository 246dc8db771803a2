import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { rowKey, type ThreadRow } from './rows.ts';

const GLOW_MS = 2_000;
/** What people do to go elsewhere by themselves. */
const OWN_MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Going to a row: the name of the one that was jumped to last, and how to jump, or to hold on to one that is there. The row is kept in sight until people move by
 * themselves or send something (`sent` changes), since rows that come or grow meanwhile can carry the thread away from it.
 */
export function useJump(
  rows: readonly ThreadRow[],
  scroller: RefObject<HTMLDivElement | null>,
  virtual: Virtualizer<HTMLDivElement, Element>,
  { leaveEnd, moved, sent }: { leaveEnd: () => void; moved: RefObject<(() => void) | undefined>; sent: string | undefined },
) {
  const [place, setPlace] = useState<{ readonly key: string }>();
  const sought = useRef<{ readonly key: string; seen: boolean } | null>(null);
  const jump = useCallback((key: string) => {
    sought.current = { key, seen: false };
    // A new object each time, so that jumping to the same row again is seen.
    setPlace({ key });
  }, []);
  const hold = useCallback((key: string) => {
    sought.current = { key, seen: true };
  }, []);
  const release = useCallback(() => {
    sought.current = null;
  }, []);
  useEffect(release, [sent, release]);
  useEffect(() => {
    const place = scroller.current;
    for (const move of OWN_MOVES) place?.addEventListener(move, release, { passive: true });
    return () => {
      for (const move of OWN_MOVES) place?.removeEventListener(move, release);
    };
  }, [scroller, release]);

  const look = () => {
    const wanted = sought.current;
    if (wanted === null) return;
    const index = rows.findIndex((row) => rowKey(row) === wanted.key);
    if (index < 0) return;
    const row = rowInSight(scroller.current, index);
    if (row === null) {
      leaveEnd();
      virtual.scrollToIndex(index, { align: 'center' });
    } else if (!wanted.seen) {
      wanted.seen = true;
      row.animate({ backgroundColor: ['var(--color-warning-soft)', 'transparent'] }, GLOW_MS);
    }
  };
  // After every drawing and every move: a new row, a scroll and a row that turns out larger can all carry it away.
  useLayoutEffect(() => {
    look();
    moved.current = look;
  });

  return { at: place?.key, jump, hold, release };
}

/** The drawn row of an index, when any of it can be seen. */
function rowInSight(scroller: HTMLElement | null, index: number): HTMLElement | null {
  const row = scroller?.querySelector<HTMLElement>(`article[data-index="${index}"]`);
  if (scroller === null || !row) return null;
  const [view, place] = [scroller.getBoundingClientRect(), row.getBoundingClientRect()];
  return place.bottom > view.top && place.top < view.bottom ? row : null;
}
