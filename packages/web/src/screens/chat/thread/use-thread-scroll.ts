import { observeElementOffset, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { rowKey, type ThreadRow } from './rows.ts';

const ESTIMATE = { entry: 120, divider: 110, folding: 80, queued: 120, sending: 90, answering: 90, refused: 110 } as const;
/** Nearer than this to the end counts as being there: what comes is followed. */
const END_PX = 80;

/** Where the thread stands: it opens at its end, follows what comes while it is there, and stays put otherwise. */
export function useThreadScroll(rows: readonly ThreadRow[], sent: string | undefined) {
  const scroller = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  // Only going up takes the thread away from its end; rows that turn out taller or shorter than thought do not.
  const follows = useRef(true);
  // Not by the list, which would look again at every frame whether it is there.
  const keepEnd = useCallback(() => {
    const place = scroller.current;
    if (place !== null && follows.current) place.scrollTop = place.scrollHeight;
  }, []);
  const stood = useRef({ top: 0, height: 0 });
  const noteScroll = useCallback(() => {
    const place = scroller.current;
    if (place === null) return;
    const now = { top: place.scrollTop, height: place.scrollHeight };
    if (now.height - now.top - place.clientHeight <= END_PX) follows.current = true;
    else if (now.top < stood.current.top - 1 && now.height >= stood.current.height) follows.current = false;
    stood.current = now;
  }, []);
  // Looks after every move, also those that nothing is drawn for.
  const moved = useRef<() => void>(undefined);
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ESTIMATE[rows[index]?.kind ?? 'entry'],
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
    overscan: 6,
    // What grows is measured at every drawing: the list puts its rows in place by itself, and is drawn again only for other rows.
    directDomUpdates: true,
    useFlushSync: false,
    // To follow what comes is no scrolling, which would be drawn when it begins and when it ends. Who goes up is noted first: the
    // list would be put back to its end.
    observeElementOffset: (list, notify) =>
      observeElementOffset(list, (offset, isScrolling) => {
        noteScroll();
        notify(offset, isScrolling && !follows.current);
      }),
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: END_PX,
    onChange: (instance) => {
      keepEnd();
      setAtEnd(instance.isAtEnd(END_PX));
      moved.current?.();
    },
  });
  const last = rows.length - 1;
  const toEnd = useCallback(() => {
    follows.current = true;
    virtual.scrollToIndex(last, { align: 'end' });
  }, [virtual, last]);
  const leaveEnd = useCallback(() => {
    follows.current = false;
  }, []);

  const size = virtual.getTotalSize();
  useLayoutEffect(() => {
    if (last >= 0 && size > 0) keepEnd();
  }, [last, size, keepEnd]);

  // What one just sent is shown, wherever one was.
  useEffect(() => {
    if (sent !== undefined) toEnd();
  }, [sent]);

  useEffect(() => {
    const place = scroller.current;
    if (place === null) return;
    // When the place for the thread shrinks, as by a notice below it, its end stays in sight.
    const observer = new ResizeObserver(keepEnd);
    observer.observe(place);
    return () => observer.disconnect();
  }, [keepEnd]);

  return { scroller, virtual, atEnd, toEnd, leaveEnd, moved };
}

/** Moves the focus to the next or previous row that is drawn; from nowhere, to the first in sight. */
export function stepFocus(scroller: HTMLElement | null, by: 1 | -1): void {
  const rows = [...(scroller?.querySelectorAll<HTMLElement>('article') ?? [])].sort(
    (a, b) => Number(a.dataset.index) - Number(b.dataset.index),
  );
  const top = scroller?.getBoundingClientRect().top ?? 0;
  const focused = rows.findIndex((row) => row.contains(document.activeElement));
  const first = rows.findIndex((row) => row.getBoundingClientRect().bottom > top);
  const next = rows[focused < 0 ? first : focused + by];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
}
