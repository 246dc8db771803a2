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
  /** Each value's text, and where in the source it begins. */
  readonly items: readonly { readonly key?: string; readonly text: string; readonly at: number }[];
}

/** Cuts the text of one JSON list or object, which must be right, into its values. Nothing for other values. */
export function piecesOf(source: string): Pieces | undefined {
  const text = source.trim();
  const offset = source.length - source.trimStart().length;
  if (text[0] !== '[' && text[0] !== '{') return undefined;
  const items: { key?: string; text: string; at: number }[] = [];
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
    items.push({ ...(key === undefined ? {} : { key }), text: text.slice(at, end), at: offset + at });
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
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === 92) before--;
    if ((at - before) % 2 === 1) return at + 1;
  }
  return text.length;
}
