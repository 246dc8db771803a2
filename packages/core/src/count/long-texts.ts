/** Texts from this length on are worth remembering: messages that hold them come and go, and counting them takes long. */
const LONG = 1 << 16;
/** Letters of all texts that are remembered. */
const MAX_LETTERS = 1 << 23;

const known = new Map<string, number>();
let letters = 0;

/** The count of a long text that was counted in slices lately. */
export function knownLong(text: string): number | undefined {
  return text.length < LONG || known.size === 0 ? undefined : known.get(text);
}

/** Remembers the count of a text if it is long; the oldest make room for it. */
export function rememberLong(text: string, tokens: number): void {
  if (text.length < LONG || text.length > MAX_LETTERS || known.has(text)) return;
  known.set(text, tokens);
  letters += text.length;
  for (const oldest of known.keys()) {
    if (letters <= MAX_LETTERS) return;
    known.delete(oldest);
    letters -= oldest.length;
  }
}
