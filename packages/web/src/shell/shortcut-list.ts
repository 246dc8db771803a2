import { PLACES } from './places.ts';

/** What a key does. Keys that have a name can be moved; the others belong to writing. */
export interface Shortcut {
  readonly does: string;
  /** Names of the keymap. */
  readonly name?: string;
  /** Keys as shown, for those that cannot be moved. */
  readonly keys?: readonly string[];
}

/** Every shortcut there is, by where it works. */
export const SHORTCUTS: readonly { readonly where: string; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    where: 'Everywhere',
    shortcuts: [
      { name: 'mod k', does: 'Command palette' },
      { name: '?', does: 'This help' },
      { name: 'g', does: 'Go to a place: this, then one of these' },
      ...PLACES.map(({ key, label }) => ({ name: `go ${key}`, does: label })),
    ],
  },
  {
    where: 'On other screens',
    shortcuts: [
      { name: '/', does: 'Search, or write in a chat' },
      { name: 'n', does: 'New conversation' },
      { name: 'r', does: 'Rename; in the inspector: raw request; in the lab: run' },
      { name: 'x', does: 'Archive' },
      { name: 'd', does: 'Difference' },
      { name: 'p', does: 'Protect; in the list of conversations: pin' },
      { name: 's', does: 'Sort; in the timeline and the lab: save' },
      { name: 'a', does: 'Apply, in the lab' },
    ],
  },
  {
    where: 'In a chat',
    shortcuts: [
      { keys: ['Enter'], does: 'Send' },
      { keys: ['Shift', 'Enter'], does: 'New line' },
      { keys: ['/'], does: 'While writing: commands such as /compact and /save-progress' },
      { keys: ['Esc'], does: 'While writing: stop the answer' },
      { keys: ['Esc', 'Esc'], does: 'While writing: edit your last message' },
      { name: 'mod f', does: 'Search the whole history; twice for the browser’s own search' },
      { name: 'j', does: 'Next message, row or conversation' },
      { name: 'k', does: 'Previous one' },
      { keys: ['←', '→'], does: 'On a message with several versions: the one before, the next' },
      { name: 'i', does: 'Inspect the context' },
      { name: 'c', does: 'Write; in the inspector: copy' },
    ],
  },
];
