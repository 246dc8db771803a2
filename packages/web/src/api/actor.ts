const KEPT = 'tenfold.actor';

/** Names this tab, over a reload too, so that it can tell its own events from what others did. */
export const ACTOR: string = take() ?? crypto.randomUUID?.() ?? `tab-${Math.random().toString(36).slice(2)}`;

// Only kept while no page is there to use it: a copy of this tab is another one.
globalThis.addEventListener?.('pagehide', () => sessionStorage.setItem(KEPT, ACTOR));
globalThis.addEventListener?.('pageshow', take);

function take(): string | null {
  if (typeof sessionStorage === 'undefined') return null;
  const kept = sessionStorage.getItem(KEPT);
  sessionStorage.removeItem(KEPT);
  return kept;
}
