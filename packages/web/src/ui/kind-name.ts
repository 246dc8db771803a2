const KIND_NAMES: ReadonlyMap<string, string> = new Map([
  ['path', 'File paths'],
  ['command', 'Commands'],
  ['number', 'Numbers'],
  ['identifier', 'Names in code'],
  ['error', 'Errors'],
  ['decision', 'Decisions'],
  ['question', 'Open questions'],
  ['directive', 'Your instructions'],
  ['url', 'Links'],
  ['id', 'Ids'],
  ['version', 'Versions'],
]);

/** What a kind of evidence is called. */
export function kindName(kind: string): string {
  return KIND_NAMES.get(kind) ?? kind.charAt(0).toUpperCase() + kind.slice(1);
}
