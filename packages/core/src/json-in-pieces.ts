import { codePointStart } from './cut.ts';

/** Letters that are written in one go: about a millisecond. */
const PIECE = 1 << 18;
/** Lists and objects in one another whose texts are looked at; what is deeper is written whole. */
const LEVELS = 10;

/** The text of a JSON value as `JSON.stringify` writes it, in pieces that are short however long its texts are. */
export function* jsonInPieces(value: unknown, levels = LEVELS): Generator<string, void, undefined> {
  if (typeof value === 'string' && value.length > PIECE) yield* textPieces(value);
  else if (typeof value !== 'object' || value === null || levels === 0 || !isLong(value)) yield JSON.stringify(value) ?? 'null';
  else {
    const isList = Array.isArray(value);
    let before = isList ? '[' : '{';
    for (const [key, item] of Object.entries(value)) {
      if (!isList && item === undefined) continue;
      yield isList ? before : `${before}${JSON.stringify(key)}:`;
      yield* jsonInPieces(item, levels - 1);
      before = ',';
    }
    yield isList ? ']' : '}';
  }
}

/** Whether writing a value would take long. */
export function isLong(value: unknown): boolean {
  return lettersIn(value) > PIECE;
}

/** Letters of the texts in a value. */
export function lettersIn(value: unknown, levels = LEVELS): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null || levels === 0) return 0;
  let letters = 0;
  for (const item of Object.values(value)) letters += lettersIn(item, levels - 1);
  return letters;
}

function* textPieces(text: string): Generator<string, void, undefined> {
  yield '"';
  for (let from = 0; from < text.length; ) {
    // A pair of surrogates cut apart would be two characters that stand for nothing.
    const to = codePointStart(text, Math.min(from + PIECE, text.length));
    yield JSON.stringify(text.slice(from, to)).slice(1, -1);
    from = to;
  }
  yield '"';
}
