import { condense, type Message } from '../../src/index.ts';
import { count, GO_ON, type RecordedRun, type Share, shown, sumOf, weigh } from './recorded-runs.ts';

/** Names that work needed after a fold and that stood before it, still to be read word for word. */
export interface NeededLater {
  readonly source: string;
  readonly kept: Share;
}

/** Where a conversation is cut in two. */
const CUTS = [0.5, 0.75];
const SMALLEST = 20_000;
/** A path, then a name that is joined of words: `like_this`, `likeThis`, `LikeThis`. */
const PATH = /(?<![<\w])(?:~?\/|\.{1,2}\/)?(?:[\w@.+-]+\/)+[\w@.+-]*\w/gu;
const NAME = /(?<![\w/.-])[A-Za-z]*(?:_+[A-Za-z0-9]+)+\b|\b[a-z]+(?:[A-Z][a-z0-9]*)+\b|\b(?:[A-Z][a-z0-9]+){2,}\b/gu;

/** Folds the first part of each conversation to a share of it and looks for the names that the calls and words of the rest need. */
export async function neededLater(
  runs: readonly RecordedRun[],
  share: number,
  missed: (line: string) => void,
): Promise<NeededLater[]> {
  const kept: (Share & { source: string })[] = [];
  for (const { source, index, messages, tokens } of runs) {
    if (tokens < SMALLEST) continue;
    for (const cut of CUTS) {
      const at = Math.floor(messages.length * cut);
      const before = messages.slice(0, at);
      const known = namesOf(before, () => true);
      const needed = [...namesOf(messages.slice(at), isOwn)].filter((name) => known.has(name));
      // The opening is held whatever is cut: the share is of the rest.
      const opening = weigh(before.slice(0, 1 + before.findIndex(({ role }) => role === 'user')));
      const target = Math.floor(opening + (weigh(before) - opening) * share) + count.message(GO_ON);
      const { messages: left } = await condense([...before, GO_ON], { target, budget: 1_000_000 });
      const text = shown(left);
      const lost = needed.filter((name) => !holds(text, name));
      for (const name of lost) missed(`${source} ${index} lost name: ${name}`);
      kept.push({ source, found: needed.length, kept: needed.length - lost.length });
    }
  }
  return [...Map.groupBy(kept, ({ source }) => source)].map(([source, shares]) => ({ source, kept: sumOf(shares) }));
}

/** Word for word, with nothing of another name before or behind it. */
function holds(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/\w/u.test(text.charAt(at - 1)) && !/\w/u.test(text.charAt(at + name.length))) return true;
  return false;
}

function isOwn(role: Message['role'], type: string): boolean {
  return role === 'assistant' && (type === 'text' || type === 'tool-call');
}

function namesOf(messages: readonly Message[], takes: (role: Message['role'], type: string) => boolean): Set<string> {
  return namesIn(
    messages
      .flatMap(({ role, parts }) =>
        parts.filter(({ type }) => takes(role, type)).map((part) => ('text' in part ? part.text : stringsOf(part).join('\n'))),
      )
      .join('\n'),
  );
}

function namesIn(text: string): Set<string> {
  const paths = [...text.matchAll(PATH)]
    .map(([path]) => path)
    .filter((path) => path.split('/').length > 2 || /\.\w+$/u.test(path));
  const names = [...text.matchAll(NAME)].map(([name]) => name);
  return new Set([...paths, ...names].filter((name) => name.length > 4 && name.length < 160));
}

function stringsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(stringsOf) : [];
}
