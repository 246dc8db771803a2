/** The id of a setting in the page, so that a search can lead to it. */
export function settingAnchor(name: string): string {
  return `setting-${name}`;
}
