export { type FoundIn, foundIn, type Searched } from './found-in.ts';
export { bestPassage, companyOf, rankByWords, wordsOf } from './passage.ts';
export { expandedText, recalledText, shownText, wholeIn } from './recalled-text.ts';
export { askedOf, RECALL_TOOLS, type RecallDefinition } from './tools.ts';
