/** Moves the focus to the next (1) or previous (-1) row under `place`; to the first when none has it. */
export function moveFocus(place: HTMLElement | null, step: 1 | -1): void {
  const rows = [...(place?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const at = rows.findIndex(
    (row) => row === document.activeElement || row.closest('[data-session]')?.contains(document.activeElement),
  );
  const next = rows[at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

/** The session whose row has the focus. */
export function focusedSession(): string | null {
  return document.activeElement?.closest<HTMLElement>('[data-session]')?.dataset.session ?? null;
}
