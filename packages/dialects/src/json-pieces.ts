/** The values in a JSON list or object as its text has them, and what stands around them. */
export interface Pieces {
  /** Space after the bracket, before the first value. */
  readonly open: string;
  /** The comma between values, and the space around it. */
  readonly between: string;
  /** Space before the closing bracket. */
  readonly close: string;
  /** The colon of an object, and the space around it. */
  readonly colon: string;
  readonly items: readonly PieceItem[];
  /** Where in the source it ends, behind its closing bracket. */
  readonly end: number;
}

/** One value's text, and where in the source it begins. */
export interface PieceItem {
  readonly key?: string;
  readonly text: string;
  readonly at: number;
  /** What the field that was asked for holds. */
  readonly pieces?: Pieces;
}

/** Cuts the text of one JSON list or object, which must be right, into its values, and the list in one of its fields too. Nothing for other values. */
export function piecesOf(source: string, field?: string, from = 0): Pieces | undefined {
  const start = afterSpace(source, from);
  const isObject = source[start] === '{';
  if (!isObject && source[start] !== '[') return undefined;
  const items: PieceItem[] = [];
  let colon = ':';
  let between: string | undefined;
  let at = afterSpace(source, start + 1);
  const open = source.slice(start + 1, at);
  let end = at;
  while (at < source.length && source[at] !== (isObject ? '}' : ']')) {
    let key: string | undefined;
    if (isObject) {
      const keyEnd = valueEnd(source, at);
      key = String(JSON.parse(source.slice(at, keyEnd)));
      at = afterSpace(source, afterSpace(source, keyEnd) + 1);
      colon = source.slice(keyEnd, at);
    }
    const pieces = key !== undefined && key === field && source[at] === '[' ? piecesOf(source, undefined, at) : undefined;
    end = pieces?.end ?? valueEnd(source, at);
    items.push({
      text: source.slice(at, end),
      at,
      ...(key === undefined ? {} : { key }),
      ...(pieces === undefined ? {} : { pieces }),
    });
    const comma = afterSpace(source, end);
    if (source[comma] !== ',') break;
    at = afterSpace(source, comma + 1);
    between ??= source.slice(end, at);
  }
  const last = afterSpace(source, end);
  return { open, between: between ?? `,${open}`, close: source.slice(end, last), colon, items, end: last + 1 };
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

/** Where the value that begins here ends. */
function valueEnd(text: string, from: number): number {
  if (text[from] === '"') return stringEnd(text, from);
  if (text[from] !== '[' && text[from] !== '{') {
    let at = from;
    while (at < text.length && !',]} \t\n\r'.includes(text[at] as string)) at++;
    return at;
  }
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) at = stringEnd(text, at) - 1;
    else if (code === 123 || code === 91) depth++;
    else if ((code === 125 || code === 93) && --depth === 0) return at + 1;
  }
  return text.length;
}

function stringEnd(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === 92) before--;
    if ((at - before) % 2 === 1) return at + 1;
  }
  return text.length;
}
