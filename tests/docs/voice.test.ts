import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** What nobody should read (docs/voice.md). */
const NEVER = [
  /pre_tokens|post_tokens/,
  /as set for everyone/i,
  /who does what/i,
  /simpler means/i,
  /turns that off/i,
  /what another session knows/i,
  /\banew\b/i,
  /summaris/i,
  /Condensing undone \(/,
];
/** The engine's own word for it, in code, in the API and in pages about them. */
const OURS = /\b(?:un)?fold(?:s|ed|ing)?\b/i;

/** Packages whose texts people read: in the app, the terminal and messages of the server. */
const PACKAGES = ['cli', 'contract', 'core', 'server', 'session', 'web'];
/** Texts for those who call the API or scrape metrics, and words people may look for. */
const NOT_FOR_READERS = /\balso:/;
/** What an endpoint does, said behind its path. */
const SUMMARY = /(?<=\b(?:get|post|put|patch|remove)\(\s*'\/[^']*',\s*)(['"])(?:\\.|(?!\1).)*\1/g;
const FOR_PROGRAMS = new Set(['core/src/undo.ts', 'server/src/metrics.ts']);
/** Pages about using it. */
const PAGES = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const GUIDES = new Set(['docs/guide.md', 'docs/tools.md']);

/** Sentences in quotes: what has a space in it and stands in no comment, without what is put in. */
function sentencesOf(source: string): readonly string[] {
  return source
    .replaceAll(SUMMARY, "''")
    .split('\n')
    .flatMap((line) => {
      if (/^\s*(?:\/\/|\/?\*|import\b)/.test(line) || NOT_FOR_READERS.test(line)) return [];
      return [...line.matchAll(/(['"`])((?:\\.|(?!\1).)*)\1/g)]
        .map(([, , text = '']) => text.replaceAll(/\$\{[^}]*\}/g, ''))
        .filter((text) => /\p{L} \p{L}/u.test(text));
    });
}

it.each(PACKAGES)('U14: no text of %s uses the words that were found wanting', (name) => {
  const files = readdirSync(join(ROOT, 'packages', name, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => `${name}/src/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\.gen\.|\/testing\//.test(path) && !FOR_PROGRAMS.has(path));
  expect(files.length).toBeGreaterThan(20);
  const found = files.flatMap((path) =>
    sentencesOf(readFileSync(join(ROOT, 'packages', path), 'utf8'))
      .filter((text) => [...NEVER, OURS].some((word) => word.test(text)))
      .map((text) => `${path}: ${text}`),
  );
  expect(found).toEqual([]);
});

it.each(PAGES.filter((page) => page !== 'docs/voice.md'))('U14: %s does not use them either', (page) => {
  // What is code stays code.
  const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/```[\s\S]*?```|`[^`]*`|\]\([^)]*\)/g, ' ');
  const words = GUIDES.has(page) ? [...NEVER, OURS] : NEVER;
  expect(text.split('\n').filter((line) => words.some((word) => word.test(line)))).toEqual([]);
});
