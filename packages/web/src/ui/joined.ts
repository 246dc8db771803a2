/** Class names in one string; what is empty is left out. */
export function joined(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
