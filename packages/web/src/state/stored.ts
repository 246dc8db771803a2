/** Where the browser keeps things: for good, or for a tab. */
type Place = 'localStorage' | 'sessionStorage';

/** What was kept as JSON under a name; null where there is nothing, or nothing that can be read. */
export function readStored(place: Place, name: string): unknown {
  try {
    const kept: unknown = JSON.parse(globalThis[place].getItem(name) ?? 'null');
    return kept;
  } catch {
    return null;
  }
}

/** Keeps a value, or with null forgets it; false where there is no room, and it only lasts as long as the page. */
export function keepStored(place: Place, name: string, value: unknown): boolean {
  try {
    if (value === null) globalThis[place].removeItem(name);
    else globalThis[place].setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
