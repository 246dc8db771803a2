// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is looked for.
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]{0,1000}(?:\u0007|\u001b\\)|[@-Z\\-_])/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a backspace takes the character before it back.
const BACKSPACES = /[^\u0008\n]\u0008/gu;
const PROGRESS = /\d{1,3} ?%|[━█▓▒░■▰▱]{2,}|(?<![=#])[=#]{3,}>? *\]/u;
const MOVING = /[\d.,:%]+|[━█▓▒░■▰▱=#>\-.]+|\s+|[kKMGTmµn]?i?[Bs](?=\b)/gu;

/** What a terminal would still show of an output: no colours, no painted-over text, of a progress bar the last state. */
export function withoutNoise(text: string): string {
  const plain = text.includes('\u001b') ? text.replace(ESCAPES, '') : text;
  const painted = plain.includes('\r') ? plain.split('\n').map(lastPainted).join('\n') : plain;
  const typed = painted.includes('\b') ? painted.replace(BACKSPACES, '') : painted;
  return PROGRESS.test(typed) ? withoutProgress(typed) : typed;
}

/** What is left of a line after carriage returns; a line end of CR LF is kept. */
function lastPainted(line: string): string {
  const end = line.endsWith('\r') ? '\r' : '';
  const body = end === '' ? line : line.slice(0, -1);
  const last = body.lastIndexOf('\r');
  return last < 0 ? line : body.slice(last + 1) + end;
}

/** Lines of one progress display, one under the other, give way to the last of them. */
function withoutProgress(text: string): string {
  const kept: string[] = [];
  let before: string | null = null;
  for (const line of text.split('\n')) {
    const shape = PROGRESS.test(line) && line.length < 400 ? line.replace(MOVING, '') : null;
    if (shape !== null && shape === before) kept[kept.length - 1] = line;
    else kept.push(line);
    before = shape;
  }
  return kept.join('\n');
}
