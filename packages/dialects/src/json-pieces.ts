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
  readonly items: readonly { readonly key?: string; readonly text: string }[];
}

/** Cuts the text of one JSON list or object, which must be right, into its values. Nothing for other values. */
export function piecesOf(source: string): Pieces | undefined {
  const text = source.trim();
  if (text[0] !== '[' && text[0] !== '{') return undefined;
  const items: { key?: string; text: string }[] = [];
  let colon = ':';
  let between: string | undefined;
  let at = afterSpace(text, 1);
  const open = text.slice(1, at);
  let end = at;
  while (at < text.length - 1) {
    let key: string | undefined;
    if (text[0] === '{') {
      const keyEnd = valueEnd(text, at);
      key = String(JSON.parse(text.slice(at, keyEnd)));
      at = afterSpace(text, afterSpace(text, keyEnd) + 1);
      colon = text.slice(keyEnd, at);
    }
    end = valueEnd(text, at);
    items.push({ ...(key === undefined ? {} : { key }), text: text.slice(at, end) });
    const comma = afterSpace(text, end);
    if (text[comma] !== ',') break;
    at = afterSpace(text, comma + 1);
    between ??= text.slice(end, at);
  }
  return { open, between: between ?? `,${open}`, close: text.slice(end, -1), colon, items };
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\n\r'.includes(text[at] as string)) at++;
  return at;
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
  let at = from + 1;
  while (at < text.length && text.charCodeAt(at) !== 34) at += text.charCodeAt(at) === 92 ? 2 : 1;
  return at + 1;
}
