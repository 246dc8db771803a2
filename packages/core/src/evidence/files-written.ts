import type { JsonObject } from '../message.ts';
import { outcomeOf } from './commands.ts';
import { LISTS } from './ledger.ts';
import type { Passage } from './passage.ts';

const WRITES = /write|edit|create|patch|replace|insert|append|save|notebook/iu;
const READS = /^(?:read|view|open|list|search|find|glob|grep)/iu;
const PATH_KEY = /path|file|target/iu;
const PATCHED = /^\*\*\* (Add|Update|Delete) File: (.+)$/gmu;
const LONGEST = 260;

/** Files that were written, each with how often, in the order of their last change. */
export function filesWritten(passages: readonly Passage[]): ReadonlyMap<string, string> {
  const failed = new Set<string>();
  for (const { voice, id, text, outcome } of passages)
    if (id !== undefined && (voice === 'error' || (voice === 'result' && (outcome ?? outcomeOf(text, false)) === 'failed')))
      failed.add(id);
  const files = new Map<string, { times: number; how: string }>();
  const wrote = (path: string, how: string) => {
    const times = (files.get(path)?.times ?? 0) + 1;
    files.delete(path);
    files.set(path, { times, how });
  };
  for (const { voice, id = '', name = '', input, text } of passages) {
    if (voice === 'record')
      for (const [, path = '', how = '', times = '1'] of listedIn(text)) files.set(path, { times: Number(times), how });
    if (voice !== 'call' || failed.has(id)) continue;
    const words = typeof input === 'string' ? input : text;
    if (words.includes('*** '))
      for (const [, how = '', path = ''] of patchOf(words))
        wrote(path.trim(), how === 'Add' ? 'created' : how === 'Delete' ? 'deleted' : 'edited');
    else if (WRITES.test(name) && !READS.test(name) && input !== null && typeof input === 'object' && !Array.isArray(input)) {
      const [, path] =
        Object.entries(input as JsonObject).find(([key, value]) => PATH_KEY.test(key) && typeof value === 'string') ?? [];
      if (typeof path === 'string' && path.length <= LONGEST && !path.includes('\n'))
        wrote(path, /write|create/iu.test(name) ? 'written' : 'edited');
    }
  }
  return new Map([...files].map(([path, { times, how }]) => [path, times === 1 ? how : `${how}, ${times} changes`]));
}

const LISTED = /^(.+) \((\w+)(?:, (\d+) changes)?\)$/gmu;

/** The files an earlier record lists. */
function listedIn(record: string): readonly RegExpMatchArray[] {
  const [, list = ''] = record.split(`${LISTS.written}\n`, 2);
  return [...(list.split(/\n(?=#|$)/mu, 1)[0] as string).matchAll(LISTED)];
}

function patchOf(text: string): readonly RegExpMatchArray[] {
  return [...text.replace(/\\n/gu, '\n').matchAll(PATCHED)];
}
