/** Characters and words of a line that its template is told by, and words of its end. */
const LOOK = 120;
const WORDS = 5;
const LAST_WORDS = 3;

/** What lines of one template have in common, as a number: their first words, in which numbers, names and paths make no difference. */
export function templateOf(line: string): number {
  let hash = 2166136261;
  let words = 0;
  let word = 0;
  let special = false;
  const end = Math.min(line.length, LOOK);
  for (let at = 0; at <= end && words < WORDS; at++) {
    const unit = at < end ? line.charCodeAt(at) : 32;
    if (unit > 32) {
      if (unit >= 48 && unit <= 57) special = true;
      else if (
        (unit === 46 || unit === 47 || unit === 58 || unit === 64 || unit === 95 || unit === 45) &&
        line.charCodeAt(at + 1) > 47
      )
        special = true;
      word = Math.imul(word ^ unit, 16777619);
      continue;
    }
    if (word !== 0) {
      hash = Math.imul(hash ^ (special ? 35 : word), 16777619);
      words++;
    }
    word = 0;
    special = false;
  }
  return hash;
}

/** What lines have in common that end alike, as those of a log do whose middle tells of something else each time; 0 for short ones. */
export function endTemplateOf(line: string): number {
  const words = line.slice(-LOOK).split(/\s+/u);
  if (words.length <= WORDS) return 0;
  return templateOf(words.slice(-LAST_WORDS).join(' ')) ^ (/[\d/]/u.test(words[0] as string) ? 1 : 0);
}
