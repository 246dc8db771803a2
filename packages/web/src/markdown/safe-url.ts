const OPEN = new Set(['http:', 'https:', 'mailto:']);

/** The whole address of a link that may be opened, as it will be asked for; null for every other scheme and for what is no address. */
export function safeUrl(href: string | undefined): string | null {
  if (href === undefined) return null;
  try {
    const url = new URL(href);
    return OPEN.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
