import { neighbour } from '../../ui/neighbour.ts';

/** Moves the focus to the next (1) or previous (-1) row under `place`; to the first when none has it. */
export function moveFocus(place: HTMLElement | null, step: 1 | -1): void {
  const rows = [...(place?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const at = rows.findIndex(
    (row) => row === document.activeElement || row.closest('[data-session]')?.contains(document.activeElement),
  );
  const next = neighbour(rows, at, step);
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

/** The session whose row has the focus. */
export function focusedSession(): string | null {
  return document.activeElement?.closest<HTMLElement>('[data-session]')?.dataset.session ?? null;
}
