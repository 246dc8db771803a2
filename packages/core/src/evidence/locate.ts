import type { EvidenceItem } from './item.ts';
import { oneLine } from './ledger.ts';
import { pathsOfLine } from './ledger-read.ts';
import { sentencesOf } from './sentences.ts';

/** The line and the stretch of a text that carry a fact. Lines count from 1; `end` is excluded. */
export interface EvidenceLocation {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** Where a stored text carries a fact: the sentence, or the line of a list. Null where it does not. */
export function locate(item: Pick<EvidenceItem, 'kind' | 'text'>, text: string): EvidenceLocation | null {
  const line = oneLine(item.text);
  const at = text.indexOf(line);
  if (at >= 0) return around(text, at, at + line.length);
  return item.kind === 'path' ? locateInGroup(item.text, text) : null;
}

function around(text: string, at: number, end: number): EvidenceLocation {
  const from = text.lastIndexOf('\n', at) + 1;
  const newline = text.indexOf('\n', end);
  const to = newline < 0 ? text.length : newline;
  const line = text.slice(from, to);
  const sentence = sentencesOf(line).find((stretch) => at - from >= stretch.start && at - from < stretch.end);
  const start = from + (sentence?.start ?? 0);
  return { line: lineAt(text, at), start, end: Math.max(end, from + (sentence?.end ?? line.length)) };
}

/** A path in a group: `folder/{name,name}`, the folder perhaps longer than it was written elsewhere. */
function locateInGroup(path: string, text: string): EvidenceLocation | null {
  const name = path.slice(path.lastIndexOf('/', path.length - 2) + 1);
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const start = text.lastIndexOf('\n', at) + 1;
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const holds = pathsOfLine(text.slice(start, end)).some((whole) => whole === path || whole.endsWith(`/${path}`));
    if (holds) return { line: lineAt(text, at), start, end };
  }
  return null;
}

function lineAt(text: string, at: number): number {
  let line = 1;
  for (let newline = text.indexOf('\n'); newline >= 0 && newline < at; newline = text.indexOf('\n', newline + 1)) line++;
  return line;
}
