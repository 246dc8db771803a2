/** Letters of base64 that are looked at from each end of a file: the list of its pages stands at one of them. */
const REACH = 1 << 20;
/** Letters of a dictionary on each side of its type, and how many are looked at: the last ones count. */
const SIDE = 1 << 14;
const MOST = 64;

/** How many pages a PDF says it has; nothing where that is packed, or in no form that is read. */
export function pdfPages(base64: string): number | undefined {
  const head = textOf(base64.slice(0, REACH));
  // A file that is made for the web says so at its beginning.
  const linear = /\/Linearized [^<>]{0,200}\/N (\d{1,6})\b/.exec(head.slice(0, 1_024))?.[1];
  if (linear !== undefined) return Number(linear);
  const tail = base64.length > REACH ? textOf(base64.slice(-REACH - (base64.length % 4))) : '';
  return pagesIn(tail) ?? pagesIn(head);
}

/** By the root of the list of pages: the other dictionaries of it have a parent. What was written last counts. */
function pagesIn(text: string): number | undefined {
  let at = text.length;
  for (let looked = 0; looked < MOST && at > 0; looked++) {
    at = text.lastIndexOf('/Pages', at - 1);
    if (at === -1) return undefined;
    const before = text.slice(Math.max(0, at - SIDE), at);
    const dictionary = before.slice(before.lastIndexOf('<<') + 1) + (text.slice(at, at + SIDE).split('>>', 1)[0] ?? '');
    const count = /\/Count (\d{1,6})\b/.exec(dictionary)?.[1];
    if (count !== undefined && /\/Type ?\/Pages\b/.test(dictionary) && !dictionary.includes('/Parent')) return Number(count);
  }
  return undefined;
}

function textOf(base64: string): string {
  return Buffer.from(base64, 'base64').toString('latin1');
}
