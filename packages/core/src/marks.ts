/** Stands for any letter or symbol outside ASCII: which of them look alike depends on a font, so each may pass for any letter. */
const OTHER = '?';

const UNSEEN = /[\p{C}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}\s\u2800]/u;
const WORD = /[\p{L}\p{N}_]/u;
/** The marks' own brackets, those of other scripts and what Unicode lists as alike to `<`; quotes are left to prose. */
const OPENER = /(?![“„‘‚«({])[<＜﹤≮\p{Ps}\p{Pi}˂ᐸᚲ≪⋖𝈶]/gu;
const CLOSER = /(?![”’»)}])[>＞﹥≯\p{Pe}\p{Pf}˃ᐳ≫⋗𝈷]/u;
/** Letters that a sign of ASCII may pass for. */
const ALIKE: Readonly<Record<string, string>> = {
  ...{ 0: 'o', 1: 'li', 3: 'e', 4: 'a', 5: 's', 9: 'g', q: 'g', i: 'l', l: 'i' },
  ...{ '|': 'li', '!': 'li', $: 's', '@': 'a', '(': 'c' },
};
/** Letters that several signs beside each other may pass for. */
const SPELLED: Readonly<Record<string, readonly string[]>> = {
  ...{ a: ['ci'], b: ['lo'], d: ['cl', 'ol'], g: ['cj'], h: ['ln'], k: ['lc'], m: ['rn', 'nn', 'rri'], n: ['ri', 'ii'] },
  ...{ o: ['()'], v: ['\\/'], w: ['vv', 'uu'], y: ['ij'] },
};
/** Letters of Latin that are left when accents are gone are ligatures as a rule: one may pass for two letters. */
const LIGATURE = /\p{Script=Latin}/u;

/**
 * Replaces the bracket of every place that reads as a bracket and one of `words`, such as `</record`. Compared is what a
 * reader sees: without characters nobody sees, without case, accents and width, and with any foreign character for the
 * letter it may look like. Everything else stays as it is; the time grows with the text only. `reach` is how many signs may stand
 * between a word and the bracket that closes it, for marks that say more than their word.
 */
export function breakMarks(text: string, words: readonly string[], instead: string, reach = 1): string {
  const { plain, mixed } = openersFor(words);
  const opener = PLAIN.test(text) ? plain : mixed;
  const broken = new Map<number, string>();
  // From the end on: what stands for a bracket may be read as a letter of the mark before it.
  for (const { 0: bracket, index } of [...text.matchAll(opener)].reverse())
    if (opensMark(new Signs(text, index + bracket.length, broken), words, bracket < '\x7f' ? null : reach))
      broken.set(index, instead);
  return broken.size === 0 ? text : text.replace(opener, (bracket, at: number) => broken.get(at) ?? bracket);
}

/** Most texts are plain, and most of their brackets open something else: neither is to cost a look at what is seen. */
const PLAIN = /^[\0-\x7f]*$/;

const openers = new WeakMap<readonly string[], { readonly plain: RegExp; readonly mixed: RegExp }>();

/** Brackets before anything but a character that looks like nothing else and begins none of the words. */
function openersFor(words: readonly string[]): { readonly plain: RegExp; readonly mixed: RegExp } {
  const known = openers.get(words);
  if (known !== undefined) return known;
  const firsts = words
    .map((word) => word[0] ?? '')
    .flatMap((letter) => [letter, ...(SPELLED[letter] ?? []).map(([first]) => first)]);
  const alike = Object.keys(ALIKE).filter((sign) => firsts.some((letter) => ALIKE[sign]?.includes(letter ?? '')));
  const letters = [...firsts, ...alike].flatMap((letter = '') => [letter, letter.toUpperCase()]);
  // A bracket that follows may be broken, and what stands for it read as a letter.
  const ahead = `(?=[^\\x21-\\x7e]|[/\\\\<[${letters.join('')}]|$)`;
  const made = {
    plain: new RegExp(`[<[]${ahead}`, 'g'),
    mixed: new RegExp(`(?:[<[]|(?=[^\\0-\\x7f])${OPENER.source})${ahead}`, 'gu'),
  };
  openers.set(words, made);
  return made;
}

/** Whether one of the words follows a bracket, behind at most slashes and what may pass for one. `reach` is null behind a plain bracket. */
function opensMark(signs: Signs, words: readonly string[], reach: number | null): boolean {
  for (let from = 0; ; from++) {
    if (words.some((word) => readsAs(signs, from, word, reach))) return true;
    const sign = signs.at(from);
    if (sign === undefined || !('/\\'.includes(sign.as) || (sign.as === OTHER && !WORD.test(sign.character)))) return false;
    // The next bracket is looked at by itself.
    if (OPENING.test(sign.character)) return false;
  }
}

const OPENING = new RegExp(OPENER.source, 'u');

/** Whether a word stands at a sign and ends there. Behind a foreign bracket it must be closed too, or prose would suffer. */
function readsAs(signs: Signs, from: number, word: string, reach: number | null): boolean {
  return endsOf(signs, from, word).some((end) => {
    const next = signs.at(end);
    if (next === undefined) return true;
    if (next.joined && WORD.test(next.character)) return false;
    return reach === null || isClosed(signs, end, from === 0 ? reach : LONGEST_ID);
  });
}

/** Where a word that begins at a sign may end: a letter takes one sign or several, and one sign may be two letters. */
function endsOf(signs: Signs, from: number, word: string): readonly number[] {
  let at = from;
  let index = 0;
  // Most words are told apart by their first letters, which can be read in one way.
  for (; index < word.length && !isAmbiguous(signs, at, word, index); index++, at++) {
    const sign = signs.at(at);
    if (sign === undefined || !passesFor(sign, word[index] ?? '')) return NOWHERE;
  }
  let [here, next]: [number[], number[]] = [[at], []];
  for (; index < word.length && here.length + next.length > 0; index++) {
    const behindNext: number[] = [];
    const letter = word[index] ?? '';
    for (const place of here) {
      const sign = signs.at(place);
      if (sign === undefined) continue;
      if (passesFor(sign, letter)) add(next, place + 1);
      for (const spelled of SPELLED[letter] ?? []) if (spells(signs, place, spelled)) add(next, place + spelled.length);
      if (index + 1 < word.length && isLigature(sign)) add(behindNext, place + 1);
    }
    [here, next] = [next, behindNext];
  }
  return here;
}

const NOWHERE: readonly number[] = [];

function isAmbiguous(signs: Signs, at: number, word: string, index: number): boolean {
  const sign = signs.at(at);
  const spellings = SPELLED[word[index] ?? ''];
  return sign !== undefined && (isLigature(sign) || spellings?.some((spelled) => spells(signs, at, spelled)) === true);
}

function add(places: number[], place: number): void {
  if (!places.includes(place)) places.push(place);
}

function passesFor({ as }: Sign, letter: string): boolean {
  return as === letter || as === OTHER || ALIKE[as]?.includes(letter) === true;
}

function isLigature({ as, character }: Sign): boolean {
  return as === OTHER && LIGATURE.test(character);
}

/** Not where all of it is foreign: each character of that may be a letter, not a share of one. */
function spells(signs: Signs, at: number, spelled: string): boolean {
  let isForeign = true;
  for (let index = 0; index < spelled.length; index++) {
    const sign = signs.at(at + index);
    if (sign === undefined || !passesFor(sign, spelled[index] ?? '')) return false;
    isForeign &&= sign.as === OTHER;
  }
  return !isForeign;
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

/** What is seen of a text from a place on, read as far as it is asked for, with what stands for a bracket in its place. */
class Signs {
  readonly #text: string;
  readonly #broken: ReadonlyMap<number, string>;
  readonly #read: Sign[] = [];
  #position: number;

  constructor(text: string, from: number, broken: ReadonlyMap<number, string>) {
    this.#text = text;
    this.#position = from;
    this.#broken = broken;
  }

  at(index: number): Sign | undefined {
    for (let joined = true; this.#read.length <= index && this.#position < this.#text.length; ) {
      const written = String.fromCodePoint(this.#text.codePointAt(this.#position) ?? 0);
      const character = this.#broken.get(this.#position) ?? written;
      this.#position += written.length;
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
