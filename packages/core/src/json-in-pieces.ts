import { codePointStart } from './cut.ts';

/** Letters that are written in one go: about a millisecond. */
const PIECE = 1 << 18;
/** Lists and objects in one another whose texts are looked at; what is deeper is written whole. */
const LEVELS = 10;
/** Letters that are written in the time a value takes whatever is in it. */
const VALUE = 20;

/** The text of a JSON value as `JSON.stringify` writes it, in pieces that are short however long its texts and lists are. */
export function* jsonInPieces(
  value: unknown,
  indent: 0 | 2 = 0,
  levels = LEVELS,
  outer = '',
): Generator<string, void, undefined> {
  if (typeof value === 'string' && value.length > PIECE) {
    yield '"';
    for (const piece of textInPieces(value)) yield JSON.stringify(piece).slice(1, -1);
    yield '"';
  } else if (typeof value !== 'object' || value === null || levels === 0 || 'toJSON' in value || !isLong(value)) {
    const text = JSON.stringify(value, null, indent) ?? 'null';
    yield outer === '' ? text : text.replaceAll('\n', `\n${outer}`);
  } else {
    const isList = Array.isArray(value);
    const inner = indent === 0 ? '' : `${outer}  `;
    const [line, colon] = indent === 0 ? ['', ':'] : [`\n${inner}`, ': '];
    let before = isList ? '[' : '{';
    for (const [key, item] of isList ? value.entries() : Object.entries(value)) {
      if (!isList && item === undefined) continue;
      yield isList ? `${before}${line}` : `${before}${line}${JSON.stringify(key)}${colon}`;
      yield* jsonInPieces(item, indent, levels - 1, inner);
      before = ',';
    }
    yield `${indent === 0 ? '' : `\n${outer}`}${isList ? ']' : '}'}`;
  }
}

/** A text in pieces that are written in one go, cut between characters. */
function* textInPieces(text: string): Generator<string, void, undefined> {
  for (let from = 0; from < text.length; ) {
    // A pair of surrogates cut apart would be two characters that stand for nothing.
    const to = codePointStart(text, Math.min(from + PIECE, text.length));
    yield text.slice(from, to);
    from = to;
  }
}

/** Whether writing a value would take long. */
export function isLong(value: unknown, most = PIECE): boolean {
  return lettersIn(value, most) > most;
}

/** What writing a value takes, in letters: those of its texts, and so many for each thing in it. Beyond `enough` nothing is looked at. */
export function lettersIn(value: unknown, enough = Number.POSITIVE_INFINITY, each = VALUE, levels = LEVELS): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null || levels === 0) return 0;
  let letters = 0;
  for (const item of Array.isArray(value) ? value : Object.values(value)) {
    if (letters > enough) break;
    if (item !== undefined) letters += each + lettersIn(item, enough - letters, each, levels - 1);
  }
  return letters;
}
