/** A regular expression as a tree; of classes and escapes only the source is kept, the engine itself knows what they mean. */
export type Shape =
  | { readonly kind: 'one'; readonly source: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'sequence'; readonly parts: readonly Shape[] }
  | { readonly kind: 'either'; readonly parts: readonly Shape[] }
  | { readonly kind: 'repeat'; readonly part: Shape; readonly least: number; readonly most: number };

/** Reads the source of a regular expression. Looking ahead or behind counts as nothing read, and its inside as one more way to go. */
export function shapeOf(source: string): Shape {
  let at = 0;
  const shape = either();
  if (at !== source.length) throw new Error(`Not read to the end: ${source}`);
  return shape;

  function either(): Shape {
    const parts = [sequence()];
    while (source[at] === '|') {
      at++;
      parts.push(sequence());
    }
    return parts.length === 1 ? (parts[0] as Shape) : { kind: 'either', parts };
  }

  function sequence(): Shape {
    const parts: Shape[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(repeated(atom()));
    return { kind: 'sequence', parts };
  }

  function repeated(part: Shape): Shape {
    const quantifier = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/.exec(source.slice(at, at + 24));
    if (quantifier === null) return part;
    at += quantifier[0].length;
    const [sign, least, comma, most] = quantifier;
    if (least === undefined) {
      return { kind: 'repeat', part, least: sign[0] === '+' ? 1 : 0, most: sign[0] === '?' ? 1 : Number.POSITIVE_INFINITY };
    }
    const top = comma === undefined ? Number(least) : most === '' ? Number.POSITIVE_INFINITY : Number(most);
    return { kind: 'repeat', part, least: Number(least), most: top };
  }

  function atom(): Shape {
    const start = at;
    if (source[at] === '(') {
      const opening = /^\((?:\?(?::|<?[=!]|<\w+>))?/.exec(source.slice(at, at + 80))?.[0] as string;
      at += opening.length;
      const inside = either();
      at++;
      // What is only looked at may be there or not: both are tried.
      return /^\(\?<?[=!]/.test(opening) ? { kind: 'repeat', part: inside, least: 0, most: 1 } : inside;
    }
    if (source[at] === '[') {
      for (at++; source[at] !== ']'; at++) if (source[at] === '\\') at++;
      at++;
      return { kind: 'one', source: source.slice(start, at) };
    }
    if (source[at] === '\\') {
      const escaped = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|k<\w+>|c[A-Za-z]|[\s\S])/.exec(
        source.slice(at, at + 80),
      )?.[0] as string;
      at += escaped.length;
      return /^\\(?:[bB]|[1-9]|k<)/.test(escaped) ? { kind: 'nothing' } : { kind: 'one', source: escaped };
    }
    at += (source.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    const sign = source.slice(start, at);
    return sign === '^' || sign === '$' ? { kind: 'nothing' } : { kind: 'one', source: sign };
  }
}
