import type { Counter } from './counter.ts';
import { namesIn, namesWithin } from './evidence/names.ts';
import { excerpt } from './excerpt.ts';

/** Share of a cut result that may be names of files instead of its own lines. */
const NAMES_SHARE = 0.4;
/** Characters of a result that are looked through: what is longer tells its files often enough. */
const READ = 200_000;
const INTRODUCTION = 'Files named in it: ';

/**
 * A tool's output cut to at most `tokens`: an excerpt and, where its own lines do not tell them, the files it named, so that
 * whoever goes on knows what to look up again. Files in `told` are left out; those it names are added.
 */
export function tellingExcerpt(text: string, tokens: number, count: Counter, told: Set<string>): string {
  if (count.text(text) <= tokens) return text;
  const plain = excerpt(text, tokens, count.text);
  const found = namesIn(text.slice(0, READ).toWellFormed(), true).filter(({ kind }) => kind === 'path');
  const paths = [...new Set(found.map(({ text: path }) => path))].filter((path) => !told.has(path));
  for (const path of paths) told.add(path);
  if (paths.length === 0) return plain;
  const short = excerpt(text, tokens - Math.floor(tokens * NAMES_SHARE), count.text);
  const room = tokens - count.text(short) - count.text(INTRODUCTION) - 2;
  let named = namesWithin(paths, room, short, count);
  while (named.length > 0) {
    const line = `\n${INTRODUCTION}${named.join(', ')}`;
    // What the names leave goes to its own lines.
    const cut = `${excerpt(text, tokens - count.text(line) - 1, count.text)}${line}`;
    if (count.text(cut) <= tokens) return cut;
    named = named.slice(0, Math.floor(named.length * 0.8));
  }
  return plain;
}
