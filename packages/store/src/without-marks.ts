/** Lines that are marks alone: the fences of code, rules, and what parts the head of a table from its rows. */
const MARK_LINE = /^[ \t>]*(?:```.*|~~~.*|[-*_=|:][-*_=|: \t]*)$/gm;
/** Marks of quotes and headings before what a line says. */
const BEFORE_WORDS = /^[ \t]*(?:>[ \t]?)+|^[ \t]*#{1,6}[ \t]+/gm;
/** What is written strong, or as code, between its marks. */
const STRONG = /\*\*(?! )([^*\n]{1,200})\*\*/g;
const CODE = /`+([^`\n]*)`+/g;
/** A link, or a picture, with its address. */
const LINK = /(?<!\w)!?\[([^[\]\n]{1,200})\]\([^()\s]{1,500}\)/g;

/** What a text in Markdown says, without the marks that would be in the way in one line. Marks alone stay. */
export function withoutMarks(text: string): string {
  const plain = text
    .replace(MARK_LINE, '')
    .replace(BEFORE_WORDS, '')
    .replace(BEFORE_WORDS, '')
    .replace(LINK, '$1')
    .replace(STRONG, '$1')
    .replace(CODE, '$1');
  return plain.trim() === '' ? text : plain;
}
