import { changeUnsaved, useUnsaved } from '../unsaved.ts';

/** Texts of tokens that were just made, by the place that shows them. */
type Texts = Readonly<Record<string, string>>;

/** The text of a token that was just made at a place, and what forgets it. It waits there while other pages are looked at: nobody can show it again. */
export function useNewToken(place: string): readonly [string | null, () => void] {
  const [texts] = useUnsaved<Texts>('people');
  return [texts?.[place] ?? null, () => changeUnsaved<Texts>('people', (now) => without(now ?? {}, place))];
}

/** Keeps the text of a new token, also when whoever made it has gone to another page meanwhile. */
export function keepNewToken(place: string, text: string): void {
  changeUnsaved<Texts>('people', (now) => ({ ...now, [place]: text }));
}

function without(texts: Texts, place: string): Texts | null {
  const { [place]: _, ...rest } = texts;
  return Object.keys(rest).length === 0 ? null : rest;
}
