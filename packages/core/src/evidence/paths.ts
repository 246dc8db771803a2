import { COLON, DOT, SLASH } from './words.ts';

const LONGEST = 260;
const EXTENSION = /\.([A-Za-z][A-Za-z0-9]{0,9})$/u;
const FILE_ENDINGS = new Set(
  (
    'ts tsx mts cts js jsx mjs cjs json jsonl json5 md mdx rst txt py pyi ipynb go mod sum rs java kt kts rb php c h cc cpp cxx hpp cs fs swift scala ' +
    'lua pl r jl ex exs erl hs ml clj dart vue svelte astro sh bash zsh fish ps1 bat yml yaml toml lock ini cfg conf env xml html htm css scss sass less ' +
    'sql graphql proto tf log csv tsv parquet png jpg jpeg gif svg webp ico pdf zip gz tar tgz wasm so dll exe snap patch diff tmpl tpl gradle cmake db sqlite'
  ).split(' '),
);
const NOT_IN_PATHS = /[?&:](?!\/)|^:/u;
const ROOTED = /^(?:~|\.{0,2})\//u;
/** “and/or”, “read/write”: two words people join, no path. */
const TWO_WORDS = /^\p{Lu}?\p{Ll}+\/\p{Lu}?\p{Ll}+$/u;
const NUMERIC = /^[\d./:%$-]+$/u;

const LEADING = new Set('-:+#?&%');
const TRAILING = new Set('.:?&%#+~@$-');

/** A path as it was written, and how sure it is that it is one: 3 a file, 2 a folder or route, 1 perhaps. */
export interface FoundPath {
  readonly path: string;
  readonly sure: 1 | 2 | 3;
  /** Characters before it in the run it was found in. */
  readonly skip: number;
}

/** The path in a run of characters; null where there is none. */
export function pathIn(run: string, marks: number): FoundPath | null {
  if ((marks & (SLASH | DOT)) === 0 || run.length > LONGEST + 40) return null;
  let skip = 0;
  const assigned = run.lastIndexOf('=');
  if (assigned >= 0) skip = assigned + 1;
  let path = skip === 0 ? run : run.slice(skip);
  let lead = 0;
  while (lead < path.length && LEADING.has(path.charAt(lead))) lead++;
  path = path.slice(lead);
  skip += lead;
  if ((marks & COLON) !== 0) {
    const drive = /^[A-Za-z]:\//u.test(path) ? 2 : 0;
    const colon = path.indexOf(':', drive);
    if (colon >= 0) path = path.slice(0, colon);
  }
  let end = path.length;
  while (end > 0 && TRAILING.has(path.charAt(end - 1))) end--;
  path = path.slice(0, end);
  if (path.length < 3 || path.length > LONGEST || NUMERIC.test(path)) return null;
  const sure = sureness(path);
  return sure === 0 ? null : { path, sure, skip };
}

function sureness(path: string): 0 | 1 | 2 | 3 {
  const slash = path.lastIndexOf('/');
  const dot = path.lastIndexOf('.');
  const ending = dot > slash ? EXTENSION.exec(path.slice(dot))?.[1] : undefined;
  if (slash < 0) return ending !== undefined && FILE_ENDINGS.has(ending) && dot > 0 ? 3 : dotFile(path);
  if (path.includes('//') || NOT_IN_PATHS.test(path)) return 0;
  const depth = segments(path);
  if (ending !== undefined && depth > 0) return FILE_ENDINGS.has(ending) ? 3 : depth > 1 ? 2 : 1;
  if (depth < 2) return 0;
  if (ROOTED.test(path) || path.endsWith('/')) return 2;
  if (depth > 2) return 2;
  return TWO_WORDS.test(path) ? 0 : 1;
}

/** Names between slashes. */
function segments(path: string): number {
  let depth = 0;
  let inside = false;
  for (let at = 0; at < path.length; at++) {
    const slash = path.charCodeAt(at) === 47;
    if (!slash && !inside) depth++;
    inside = !slash;
  }
  return depth;
}

function dotFile(path: string): 0 | 3 {
  return /^\.(?:env|git(?:ignore|attributes|modules)|npmrc|nvmrc|eslintrc|prettierrc|dockerignore|editorconfig)\b/u.test(path)
    ? 3
    : 0;
}
