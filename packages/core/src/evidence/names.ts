import type { EvidenceKind } from './item.ts';
import { type OddPath, oddPaths } from './odd-paths.ts';
import { pathIn } from './paths.ts';
import { DIGIT, HYPHEN, INNER_CAPITAL, scanWords, UNDERSCORE } from './words.ts';

/** A name found in running text: a path, an address, a version, an id or an identifier. */
export interface FoundName {
  readonly kind: EvidenceKind;
  readonly text: string;
  readonly at: number;
  /** How sure it is what it is taken for, 1 to 3. */
  readonly sure: number;
}

const LONGEST_RUN = 300;
const ADDRESS = /^https?:\/\/[^\s]{3,}/u;
const VERSION = /^(?:[\w.-]{1,60}@)?v?\d{1,5}\.\d{1,5}(?:\.\d{1,6})(?:[-+.][\w.-]{1,30})?$/u;
const HASH = /^(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}$/u;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;
const TICKET = /^(?:[A-Z][A-Z0-9]{1,9}-\d{1,6}|#\d{1,7}|(?=[A-Z0-9]*\d)(?=[A-Z0-9]*[A-Z])[A-Z0-9]{5,16})$/u;
const ODD_ID = /^(?:[a-z0-9]{1,24}[-_]){1,6}[a-z0-9]{1,24}$/iu;
/** Letters and digits that alternate, as only ids and keys do. */
const LONGEST_MIXED = 40;
const MIXED = /^(?=.*(?:\d[a-z]+\d|[a-z]\d+[a-z]))[a-z0-9]{6,40}$/iu;
const DATE = /^\d{4}-\d{2}-\d{2}$/u;
const MAIL = /^[\w.+-]{1,64}@[\w-]{1,60}(?:\.[\w-]{2,24}){1,4}$/u;
const IDENTIFIER = /^[A-Za-z_$][\w$]*(?:(?:\.|::|#)[A-Za-z_$][\w$]*)*$/u;
const TRIM = new Set('.:?&%=+-~');

/** All names in a text. In tool results only paths and addresses are told apart: the rest is too common there. */
export function namesIn(text: string, onlyPaths: boolean): readonly FoundName[] {
  const found: FoundName[] = [];
  const odd = oddPaths(text);
  let next = 0;
  scanWords(text, (from, end, marks) => {
    while (next < odd.length && (odd[next] as OddPath).end <= from) addOdd(odd[next++] as OddPath, found);
    if (next < odd.length && (odd[next] as OddPath).start < end) return;
    const start = from + escapeAt(text, from);
    if (end - start > LONGEST_RUN || end - start < 3) return;
    const run = text.slice(start, end);
    const address = run.indexOf('http');
    if (address >= 0 && ADDRESS.test(run.slice(address))) {
      found.push({ kind: 'url', text: trimmed(run.slice(address)), at: start + address, sure: 3 });
      return;
    }
    if (run.includes('://')) return;
    const path = pathIn(run, marks);
    if (path !== null) found.push({ kind: 'path', text: path.path, at: start + path.skip, sure: path.sure });
    else if (!onlyPaths) {
      const kind = kindOf(trimmed(run), marks);
      if (kind !== null) found.push({ kind, text: trimmed(run), at: start, sure: kind === 'identifier' ? 1 : 2 });
    }
  });
  while (next < odd.length) addOdd(odd[next++] as OddPath, found);
  return found;
}

function addOdd({ path, start, sure }: OddPath, found: FoundName[]): void {
  found.push({ kind: 'path', text: path, at: start, sure });
}

/** 1 where a run begins with the letter of an escape such as `\\n`, as in text inside JSON. */
function escapeAt(text: string, start: number): 0 | 1 {
  if (text.charCodeAt(start - 1) !== 92 || text.charCodeAt(start - 2) === 92) return 0;
  const letter = text.charAt(start);
  return letter === 'n' || letter === 't' || letter === 'r' ? 1 : 0;
}

function kindOf(run: string, marks: number): EvidenceKind | null {
  if (run.length < 3) return null;
  if ((marks & DIGIT) !== 0 && VERSION.test(run)) return 'version';
  if (run.includes('@') && MAIL.test(run)) return 'id';
  if ((marks & DIGIT) !== 0) {
    if (HASH.test(run) || UUID.test(run) || TICKET.test(run) || isMixed(run) || DATE.test(run)) return 'id';
    if ((marks & (HYPHEN | UNDERSCORE)) !== 0 && ODD_ID.test(run) && /[a-z]/iu.test(run)) return 'id';
  } else if ((marks & HYPHEN) !== 0 && /^[a-z0-9]+-[a-z0-9]{1,3}-[a-z0-9]+$/u.test(run)) return 'id';
  return (marks & (INNER_CAPITAL | UNDERSCORE)) !== 0 && run.length <= 80 && IDENTIFIER.test(run) ? 'identifier' : null;
}

function isMixed(run: string): boolean {
  return run.length <= LONGEST_MIXED && MIXED.test(run);
}

function trimmed(run: string): string {
  let end = run.length;
  while (end > 0 && TRIM.has(run.charAt(end - 1))) end--;
  return run.slice(0, end);
}
