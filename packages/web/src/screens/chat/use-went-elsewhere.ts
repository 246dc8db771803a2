import { useCallback, useEffect, useRef } from 'react';

/** Tells whether somebody has gone elsewhere with the focus, by key or pointer, since a place was opened. What a window gives back as it closes is nobody's. */
export function useWentElsewhere(place: string): () => boolean {
  const since = useRef<{ readonly place: string; readonly focused: Element | null; touched: boolean } | null>(null);
  useEffect(() => {
    const opened = { place, focused: document.activeElement, touched: false };
    since.current = opened;
    const touch = () => {
      opened.touched = true;
    };
    const kinds = ['keydown', 'pointerdown'] as const;
    for (const kind of kinds) window.addEventListener(kind, touch, { capture: true });
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, touch, { capture: true });
    };
  }, [place]);
  return useCallback(() => {
    const opened = since.current;
    const { activeElement } = document;
    if (opened?.place !== place || !opened.touched) return false;
    return activeElement !== opened.focused && activeElement !== document.body;
  }, [place]);
}
