/** Stands for any letter or symbol outside ASCII: which of them look alike depends on a font, so each may pass for any letter. */
const OTHER = '?';

const UNSEEN = /[\p{C}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}\s\u2800]/u;
const WORD = /[\p{L}\p{N}_]/u;
/** The marks' own brackets, those of other scripts and what Unicode lists as alike to `<`; quotes are left to prose. */
const OPENER = /(?![“„‘‚«({])[<＜﹤\p{Ps}\p{Pi}˂ᐸᚲ≪⋖𝈶]/gu;
const CLOSER = /(?![”’»)}])[>＞﹥\p{Pe}\p{Pf}˃ᐳ≫⋗𝈷]/u;
const DIGITS: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's' };

/**
 * Replaces the bracket of every place that reads as a bracket and one of `words`, such as `</record`. Compared is what a
 * reader sees: without characters nobody sees, without case, accents and width, and with any foreign character for the
 * letter it may look like. Everything else stays as it is; the time grows with the text only.
 */
export function breakMarks(text: string, words: readonly string[], instead: string): string {
  const { plain, mixed } = openersFor(words);
  return text.replace(PLAIN.test(text) ? plain : mixed, (bracket, at: number) =>
    opensMark(text, at, bracket, words) ? instead : bracket,
  );
}

/** Most texts are plain, and most of their brackets open something else: neither is to cost a look at what is seen. */
const PLAIN = /^[\0-\x7f]*$/;

const openers = new WeakMap<readonly string[], { readonly plain: RegExp; readonly mixed: RegExp }>();

/** Brackets before anything but a character that looks like nothing else and begins none of the words. */
function openersFor(words: readonly string[]): { readonly plain: RegExp; readonly mixed: RegExp } {
  const known = openers.get(words);
  if (known !== undefined) return known;
  const firsts = new Set(words.map((word) => word[0] ?? ''));
  const digits = Object.keys(DIGITS).filter((digit) => firsts.has(DIGITS[digit] ?? ''));
  const letters = [...firsts].flatMap((letter) => [letter, letter.toUpperCase()]);
  const ahead = `(?=[^\\x21-\\x7e]|[/\\\\${[...letters, ...digits].join('')}]|$)`;
  const made = {
    plain: new RegExp(`[<[]${ahead}`, 'g'),
    mixed: new RegExp(`(?:[<[]|(?=[^\\0-\\x7f])${OPENER.source})${ahead}`, 'gu'),
  };
  openers.set(words, made);
  return made;
}

/** Whether one of the words follows a bracket, behind at most slashes and what may pass for one. */
function opensMark(text: string, at: number, bracket: string, words: readonly string[]): boolean {
  const signs = new Signs(text, at + bracket.length);
  for (let from = 0; ; from++) {
    if (words.some((word) => readsAs(signs, from, word, bracket < '\x7f'))) return true;
    const sign = signs.at(from);
    if (sign === undefined || !('/\\'.includes(sign.as) || (sign.as === OTHER && !WORD.test(sign.character)))) return false;
    // The next bracket is looked at by itself.
    if (OPENING.test(sign.character)) return false;
  }
}

const OPENING = new RegExp(OPENER.source, 'u');

/** Whether a word stands at a sign and ends there. Behind a foreign bracket it must be closed too, or prose would suffer. */
function readsAs(signs: Signs, from: number, word: string, plain: boolean): boolean {
  for (let index = 0; index < word.length; index++) {
    const as = signs.at(from + index)?.as;
    if (as === undefined || (as !== word[index] && as !== OTHER && DIGITS[as] !== word[index])) return false;
  }
  const end = from + word.length;
  const next = signs.at(end);
  if (next === undefined) return true;
  if (next.joined && WORD.test(next.character)) return false;
  return plain || isClosed(signs, end, from === 0 ? 1 : LONGEST_ID);
}

/** What stands between the word of a mark that ends something and its bracket at most. */
const LONGEST_ID = 80;

function isClosed(signs: Signs, from: number, within: number): boolean {
  for (let at = from; at < from + within; at++) {
    const sign = signs.at(at);
    if (sign === undefined || CLOSER.test(sign.character)) return true;
    if (OPENING.test(sign.character)) return false;
  }
  return false;
}

/** A character that is seen: what it is compared as, and whether no space stands before it. */
interface Sign {
  readonly as: string;
  readonly character: string;
  readonly joined: boolean;
}

/** What is seen of a text from a place on, read as far as it is asked for. */
class Signs {
  readonly #text: string;
  readonly #read: Sign[] = [];
  #position: number;

  constructor(text: string, from: number) {
    this.#text = text;
    this.#position = from;
  }

  at(index: number): Sign | undefined {
    for (let joined = true; this.#read.length <= index && this.#position < this.#text.length; ) {
      const character = String.fromCodePoint(this.#text.codePointAt(this.#position) ?? 0);
      this.#position += character.length;
      if (UNSEEN.test(character)) joined &&= !/\s/.test(character);
      else for (const as of comparedAs(character)) this.#read.push({ as, character, joined });
    }
    return this.#read[index];
  }
}

function comparedAs(character: string): string {
  if (character < '\x7f') return character.toLowerCase();
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^\p{ASCII}\p{P}]/gu, OTHER);
}
