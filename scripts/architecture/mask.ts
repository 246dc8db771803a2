/**
 * Source with the inside of comments, strings, templates and regular expressions blanked, every other character in its place,
 * so that a pattern found in it is code. Code inside a template's `${…}` stays. One pass, linear.
 */
export function mask(source: string): string {
  const out = source.split('');
  const blank = (from: number, to: number) => {
    for (let i = from; i < to; i++) if (out[i] !== '\n') out[i] = ' ';
  };
  // For each open `${`, how many plain braces are open inside it.
  const templates: number[] = [];
  let at = 0;
  while (at < source.length) {
    const char = source[at];
    const next = source[at + 1];
    let end = at + 1;
    if (char === '/' && next === '/') {
      end = orEnd(source, source.indexOf('\n', at));
      blank(at, end);
    } else if (char === '/' && next === '*') {
      end = orEnd(source, source.indexOf('*/', at + 2) + 2, 2);
      blank(at, end);
    } else if (char === '"' || char === "'") {
      end = quoted(source, at);
      blank(at + 1, end - 1);
    } else if (char === '`' || (char === '}' && templates.at(-1) === 0)) {
      if (char === '}') templates.pop();
      end = templateChunk(source, at);
      const opens = source.endsWith('${', end);
      blank(at + 1, end - (opens ? 2 : 1));
      if (opens) templates.push(0);
    } else if (char === '/' && startsRegex(source, at)) {
      end = regex(source, at);
      blank(at + 1, end - 1);
    } else if (templates.length > 0 && (char === '{' || char === '}')) {
      templates.push((templates.pop() ?? 0) + (char === '{' ? 1 : -1));
    }
    at = end;
  }
  return out.join('');
}

function orEnd(source: string, index: number, least = 0): number {
  return index < least ? source.length : index;
}

/** Behind the closing quote; at the end of the line when it is missing. */
function quoted(source: string, start: number): number {
  const quote = source[start];
  for (let i = start + 1; i < source.length; i++) {
    if (source[i] === '\\') i++;
    else if (source[i] === quote) return i + 1;
    else if (source[i] === '\n') return i;
  }
  return source.length;
}

/** Behind the closing backtick or the next `${`. */
function templateChunk(source: string, start: number): number {
  for (let i = start + 1; i < source.length; i++) {
    if (source[i] === '\\') i++;
    else if (source[i] === '`') return i + 1;
    else if (source[i] === '$' && source[i + 1] === '{') return i + 2;
  }
  return source.length;
}

/** Behind the closing slash, the flags not included; a slash in a class `[/]` does not close. */
function regex(source: string, start: number): number {
  let inClass = false;
  for (let i = start + 1; i < source.length; i++) {
    if (source[i] === '\\') i++;
    else if (source[i] === '\n') return start + 1;
    else if (source[i] === '[') inClass = true;
    else if (source[i] === ']') inClass = false;
    else if (source[i] === '/' && !inClass) return i + 1;
  }
  return start + 1;
}

/** A slash divides after a value and opens a regular expression everywhere else. */
function startsRegex(source: string, slash: number): boolean {
  let i = slash - 1;
  while (i >= 0 && /\s/.test(source[i] ?? '')) i--;
  if (i < 0 || !/[\w$)\]}"'`]/.test(source[i] ?? '')) return true;
  return /(?:^|[^\w$.])(?:return|typeof|case|in|of|delete|void|throw|new|await|yield|else|do)$/.test(
    source.slice(Math.max(0, i - 12), i + 1),
  );
}
