import type { Counter } from './counter.ts';
import { evidenceOf, findsIn } from './evidence/find.ts';
import { holderOf } from './evidence/held.ts';
import type { EvidenceItem } from './evidence/item.ts';
import { affordable, listLines } from './evidence/ledger.ts';
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
  const passage = { voice: 'result', text: text.slice(0, READ).toWellFormed(), part: 0 } as const;
  const finds = evidenceOf([{ finds: findsIn([passage]), place: { entry: '', position: 0 } }]);
  const paths = finds.filter(({ kind, text }) => kind === 'path' && !told.has(text));
  for (const { text } of paths) told.add(text);
  if (paths.length === 0) return plain;
  const room = tokens - Math.floor(tokens * NAMES_SHARE);
  const short = excerpt(text, room, count.text);
  const holds = holderOf(short);
  const line = namesLine(
    paths.filter((path) => !holds(path)),
    tokens - count.text(short) - 1,
    count,
  );
  return line === '' ? plain : `${short}\n${line}`;
}

function namesLine(paths: readonly EvidenceItem[], budget: number, count: Counter): string {
  let named = affordable(paths, budget, count);
  while (named.length > 0) {
    const line = INTRODUCTION + listLines('files', named).join(', ');
    if (count.text(line) <= budget) return line;
    named = named.slice(0, Math.floor(named.length * 0.8));
  }
  return '';
}
