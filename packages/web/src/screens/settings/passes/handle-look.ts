/** Look of the handle, with dragging loaded or not. */
export const HANDLE =
  'flex size-7 shrink-0 cursor-grab touch-none items-center justify-center rounded-md text-ink-faint hover:bg-sunken hover:text-ink';
