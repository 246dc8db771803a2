import { isProse } from './evidence/sentences.ts';
import type { Message } from './message.ts';

/** Who wrote a stretch of a user's turn: a person, the harness around the model, or nobody can tell. */
export type Writer = 'person' | 'doubt' | 'harness';

/** A stretch of a text with one writer, end excluded. */
export interface Written {
  readonly start: number;
  readonly end: number;
  readonly writer: Writer;
}

/** Tells the writers of a text in the user's role. Made once for a conversation, whose repetitions it knows. */
export type Writers = (text: string) => readonly Written[];

/** Shorter paragraphs are repeated by people too: “go on”. */
const TELLING = 40;
/** Turns that must share a block before only a harness can be its writer. */
const OFTEN = 3;

/**
 * The writers of the texts in the user's role, told by tags, by what is repeated across the conversation and by shape, never by
 * one client's phrases. What is only likely stays in doubt: whoever asks decides what doubt is to mean.
 */
export function writersOf(userTexts: readonly string[]): Writers {
  const seen = repetitions(userTexts);
  const times = (block: string) => seen.get(block) ?? 0;
  return (text) => {
    const found = stretchesOf(text).map((stretch): Written => ({ ...stretch, writer: writerOf(text, stretch, times) }));
    const document = isDocument(text, found);
    const alone = !found.some(({ start, end, writer }) => writer === 'person' && isAsking(text.slice(start, end)));
    return found.map((stretch) => settled(stretch, text, times, { document, alone }));
  };
}

/** The writers of all user turns of some messages. */
export function writersIn(messages: Iterable<Message>): Writers {
  const texts: string[] = [];
  for (const { role, parts } of messages) {
    if (role === 'user') for (const part of parts) if (part.type === 'text') texts.push(edgesOf(part.text));
  }
  return writersOf(texts);
}

/** True where a turn asks or tells something in words of a person; doubt counts as one. */
export function isRequest(text: string, writers?: Writers): boolean {
  const told = edgesOf(text);
  return personsWords(told, writers ?? writersOf([told])).some(isAsking);
}

/** Letters at either end of a text that tell who wrote it and whether it asks: nobody asks in the middle of a book. */
const EDGE = 1 << 15;

function edgesOf(text: string): string {
  return text.length <= 2 * EDGE ? text : `${text.slice(0, EDGE)}\n\n${text.slice(-EDGE)}`.toWellFormed();
}

/** The position of the latest user message that holds a person's words; -1 where there is none. */
export function latestRequest(messages: readonly Message[]): number {
  const writers = writersIn(messages);
  return messages.findLastIndex(
    ({ role, parts }) => role === 'user' && parts.some((part) => part.type === 'text' && isRequest(part.text, writers)),
  );
}

/** The stretches of a text that a person may have written. */
function personsWords(text: string, writers: Writers): readonly string[] {
  return writers(text)
    .filter(({ writer }) => writer === 'person' || writer === 'doubt')
    .map(({ start, end }) => text.slice(start, end).trim());
}

/** Words of a request that only lets the work go on. */
const FEW_WORDS = 4;

/** True for “go on” and “yes”: what is wanted was said before. */
export function onlyContinues(text: string): boolean {
  const own = personsWords(text, writersOf([text]))
    .join(' ')
    .trim();
  if (!isAsking(own) || /[?？\d]|[/\\`_.](?=\S)|\p{Ll}\p{Lu}|\p{Lu}{2}/u.test(own)) return false;
  const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u.test(own);
  return unspaced ? own.length <= 6 : own.split(/\s+/u, FEW_WORDS + 1).length <= FEW_WORDS && own.length <= 32;
}

function isAsking(words: string): boolean {
  return words.split('\n').some((line) => !HEADING.test(line) && /[\p{L}\p{N}]/u.test(line.replace(TAG, '')));
}

const TAG = /<\/?[A-Za-z][^<>\n]{0,200}>/gu;

interface Stretch {
  readonly start: number;
  readonly end: number;
  /** Name of the tag around it. */
  readonly tag?: string;
}

const OPENING = /[ \t]{0,40}<([A-Za-z][\w-]{1,40})(?: [^<>\n]{0,200})?>/uy;
const FENCE = /[ \t]{0,3}(?:```|~~~)/uy;
const BLANK = /[ \t\r]*\n/uy;
const HEADING = /^\s{0,3}#{1,6}\s/u;
/** Names of tags that are looked for the end of, so that a text of nothing but tags costs no more than another. */
const MAX_TAGS = 64;

/** Tagged blocks and paragraphs of a text, in order. Tags inside fenced code are code. */
function stretchesOf(text: string): readonly Stretch[] {
  const found: Stretch[] = [];
  const closings = new Map<string, number>();
  let from = 0;
  let fenced = false;
  for (let at = 0; at < text.length; ) {
    FENCE.lastIndex = OPENING.lastIndex = at;
    if (FENCE.test(text)) fenced = !fenced;
    const tag = fenced ? undefined : OPENING.exec(text)?.[1];
    const end = tag === undefined ? -1 : closingOf(text, tag, OPENING.lastIndex, closings);
    const newline = text.indexOf('\n', at);
    const next = newline < 0 ? text.length : newline + 1;
    if (end > 0 && tag !== undefined) {
      if (from < at) found.push({ start: from, end: at });
      found.push({ start: at, end, tag });
      from = at = end;
    } else {
      at = next;
      BLANK.lastIndex = at;
      if (!fenced && BLANK.test(text) && from < at) {
        found.push({ start: from, end: at });
        from = at;
      }
    }
  }
  if (from < text.length) found.push({ start: from, end: text.length });
  return found.filter(({ start, end }) => /\S/u.test(text.slice(start, end)));
}

/** Where the block of a tag ends; -1 where nothing closes it. */
function closingOf(text: string, tag: string, from: number, closings: Map<string, number>): number {
  const mark = `</${tag}>`;
  let last = closings.get(tag);
  if (last === undefined) {
    last = closings.size < MAX_TAGS ? text.lastIndexOf(mark) : -1;
    closings.set(tag, last);
  }
  return last < from ? -1 : text.indexOf(mark, from) + mark.length;
}

/** How many texts hold each paragraph, tag, first and last line; numbers make no difference but in a turn of one spoken paragraph. */
function repetitions(texts: readonly string[]): ReadonlyMap<string, number> {
  const seen = new Map<string, number>();
  for (const text of texts) {
    const blocks = new Set<string>([edge(text, 0), edge(text, -1)]);
    for (const { start, end, tag } of stretchesOf(text)) blocks.add(tag === undefined ? blockOf(text, start, end) : `<${tag}>`);
    for (const block of blocks) seen.set(block, (seen.get(block) ?? 0) + 1);
  }
  return seen;
}

/** A person's turns may differ in a number alone; what a harness repeats is longer or stands beside something else. */
const SPOKEN = 400;

function blockOf(text: string, start: number, end: number): string {
  const words = text.slice(start, end);
  const spoken = words.length < SPOKEN && words.trim().length === text.trim().length && isProse(words);
  return spoken ? words.trim() : template(words);
}

function edge(text: string, which: 0 | -1): string {
  return `\n${template((text.trim().split('\n').at(which) ?? '').slice(0, 120))}`;
}

function template(words: string): string {
  return words.replace(/\d+/gu, '0').replace(/\s+/gu, ' ').trim();
}

/** What a tag around a person's words is called after: all else that is joined of words, or shouted, names a harness' own. */
const ASKED =
  /(?:^|[-_])(?:quer(?:y|ies)|requests?|questions?|tasks?|issues?|problems?|statement|description|prompt|feedback|answers?|goals?|args|inputs?|ticket|story)$|^(?:user|human)[-_](?:message|text)$/iu;
const JOINED = /[-_]|^[A-Z]{2,}$/u;
const NOTICE = /^\s*\[[^\]\n]{1,200}\]\s*$/u;

function writerOf(text: string, { start, end, tag }: Stretch, times: (block: string) => number): Writer {
  if (tag !== undefined) {
    if (ASKED.test(tag)) return 'doubt';
    return JOINED.test(tag) || times(`<${tag}>`) >= OFTEN ? 'harness' : 'doubt';
  }
  const words = text.slice(start, end);
  if (NOTICE.test(words)) return 'harness';
  const repeated = words.length >= TELLING && times(blockOf(text, start, end)) > 1;
  return repeated || isPrinted(words) ? 'doubt' : 'person';
}

/** True where most lines are no words of people: listings, logs, tables, code, what a terminal shows. */
function isPrinted(words: string): boolean {
  const lines = words.split('\n').filter((line) => line.trim().length > 2);
  if (lines.length < 2) return /^\s*(?:[{[<|$➜>]|\d+[:→|])/u.test(words) && !isProse(words);
  return (
    lines.filter((line) => !(isProse(line) || FEW_WORDS_OF_TALK.test(line)) || /^\s*(?:[|#]|\d+[:→])/u.test(line)).length * 2 >
    lines.length
  );
}

/** “no semicolons”, “- tabs, please”: too short for prose, and yet nothing else. */
const FEW_WORDS_OF_TALK = /^\s*(?:[-*•] )?[\p{L}'’]{2,}(?:,? [\p{L}'’-]{2,}){1,3}[.!,]?\s*$/u;

const LONG = 2_000;
const HEADINGS = 2;

/** A text with headings, or far longer than people type, was written before: whether for this turn nobody can tell. */
function isDocument(text: string, found: readonly Written[]): boolean {
  let headings = 0;
  let length = 0;
  for (const { start, end, writer } of found) {
    if (writer === 'harness') continue;
    length += end - start;
    if (HEADING.test(text.slice(start, end))) headings++;
  }
  return headings >= HEADINGS || length > LONG;
}

/** The writer, now that the rest of the turn is known: what is repeated beside something new, or is printed in the frame of many turns, is a harness'. */
function settled(
  stretch: Written,
  text: string,
  times: (block: string) => number,
  { document, alone }: { readonly document: boolean; readonly alone: boolean },
): Written {
  const { start, end, writer } = stretch;
  if (writer === 'person') return document ? { ...stretch, writer: 'doubt' } : stretch;
  if (writer === 'harness') return stretch;
  const often = end - start >= TELLING && times(blockOf(text, start, end)) >= OFTEN;
  const framed = isPrinted(text.slice(start, end)) && (times(edge(text, 0)) >= OFTEN || times(edge(text, -1)) >= OFTEN);
  const sure = framed || (often && (!alone || times(edge(text, 0)) > OFTEN));
  return sure ? { ...stretch, writer: 'harness' } : stretch;
}
