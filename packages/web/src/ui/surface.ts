/** How floating things look: menus, popovers, selects. */
export const FLOATING =
  'rounded-xl border border-line bg-surface text-ink shadow-xl outline-none transition-[opacity,scale] duration-100 origin-[var(--transform-origin)] data-starting-style:scale-[0.98] data-starting-style:opacity-0 data-ending-style:scale-[0.98] data-ending-style:opacity-0';

/** How a row of a menu or a list of choices looks. */
export const CHOICE =
  'flex min-h-8 cursor-default select-none items-center gap-2 rounded-md px-2 py-1 text-sm outline-none data-highlighted:bg-accent-soft data-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0';

/** How fields to type into look. */
export const FIELD =
  'w-full min-h-9 rounded-lg border border-line-strong/60 bg-surface px-3 py-1.5 text-sm text-ink placeholder:text-ink-faint outline-none focus:border-accent focus:ring-2 focus:ring-accent/30 disabled:opacity-60 aria-invalid:border-critical';

/** What lies between a dialog and the page. */
export const BACKDROP =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-starting-style:opacity-0 data-ending-style:opacity-0';
