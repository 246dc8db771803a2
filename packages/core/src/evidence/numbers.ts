const NUMBER =
  /(?:(?<!\p{L})(\p{L}[\p{L}-]{1,20})[ :=]{1,3}(?:(?:is|of|at|to) )?)?([$€£¥]?\d[\d,]{0,20}(?:\.\d{1,9})?)(?:( ?)(%|\p{L}{1,12}))?/gu;
const NO_UNIT = new Set(
  'and or to of in on at is are was the a an for with from by then so if as but that this than it we i you line lines'.split(' '),
);

/** Numbers of a sentence with their unit, or else the word before them: “31 tests”, “port 8080”, “95%”. */
export function numbersIn(sentence: string): readonly { readonly text: string; readonly at: number }[] {
  if (!/\d/u.test(sentence)) return [];
  const found: { text: string; at: number }[] = [];
  for (const match of sentence.matchAll(NUMBER)) {
    const [all, label, number = '', , unit] = match;
    const before = sentence.charAt(match.index - 1);
    if (/[\w./#-]/u.test(before)) continue;
    const place = match.index + all.indexOf(number, label?.length ?? 0);
    if (unit !== undefined && !NO_UNIT.has(unit.toLowerCase())) {
      found.push({ text: sentence.slice(place, match.index + all.length), at: place });
    } else if (label !== undefined && !NO_UNIT.has(label.toLowerCase()) && number.length > 1) {
      found.push({ text: sentence.slice(match.index, place + number.length), at: match.index });
    }
  }
  return found;
}
