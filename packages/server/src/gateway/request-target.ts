/**
 * The target of a request in the one spelling that everybody reads alike: no letter escaped that needs none, no empty steps in its path.
 * Null for one that hosts read in ways of their own: with steps back or to the same place, escaped however often, or a fragment.
 */
export function plainTarget(url: string): string | null {
  const at = url.indexOf('?');
  const query = at === -1 ? '' : url.slice(at);
  const path = (at === -1 ? url : url.slice(0, at)).replace(/%[2-7][0-9a-f]/gi, unescaped).replace(/\/{2,}/g, '/');
  const steps = path.replace(/%(?:25)*2f|%(?:25)*5c/gi, '/').replace(/%(?:25)*2e/gi, '.');
  return url.includes('#') || path.includes('\\') || /\/\.{1,2}(?:[/;]|$)/.test(steps) ? null : `${path}${query}`;
}

/** A letter that stands for itself whether it is escaped or not; any other as it is. */
function unescaped(escaped: string): string {
  const letter = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
  return /[\w.~-]/.test(letter) ? letter : escaped;
}
