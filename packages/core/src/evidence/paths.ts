import type { TextCounter } from '../counter.ts';
import { COLON, DOT, finderIn, SLASH } from './words.ts';

const LONGEST = 260;
const EXTENSION = /\.([A-Za-z][A-Za-z0-9]{0,9})$/u;
/** What the names of files end in. */
export const FILE_ENDINGS: ReadonlySet<string> = new Set(
  (
    'ts tsx mts cts js jsx mjs cjs json jsonl json5 jsonc md mdx rst adoc txt tex py pyi pyx pyc ipynb go mod sum rs java kt kts rb rake erb php phtml ' +
    'c h cc cpp cxx hh hpp m mm cs csproj sln props cshtml razor resx vb fs fsx fsproj swift plist storyboard scala sbt groovy gradle lua pl pm r rmd jl ' +
    'ex exs eex heex erl hrl hs ml mli clj cljs edn dart nim zig sol asm vue svelte astro hbs ejs pug liquid j2 sh bash zsh fish ps1 psm1 bat cmd ' +
    'yml yaml toml lock ini cfg conf properties env xml xsd xsl html htm css scss sass less styl sql prisma graphql gql proto thrift avsc tf tfvars hcl nix ' +
    'log out csv tsv parquet xlsx xls docx pptx png jpg jpeg gif svg webp avif ico bmp mp3 mp4 wav mov webm ttf woff woff2 pdf zip gz tar tgz bz2 xz zst ' +
    'whl egg jar war class wasm so dll dylib exe snap patch diff orig tmpl tpl mk cmake bazel bzl db sqlite sqlite3 pem crt pkl npy npz onnx map sample service'
  ).split(' '),
);
/** Endings that are also names in code, and what stands before them there: `console.log`, `process.env`, `np.sum`. */
const CODE_ENDINGS = new Set(
  'log env sum mod map class service props out db lock r m h c so fs ex sample key conf cfg properties diff patch go'.split(' '),
);
const CODE_OWNERS =
  /^(?:console|logger|log|math|np|numpy|pd|torch|tf|jnp|process|meta|import\.meta|this|self|cls|ctx|context|req|request|res|response|app|window|document|object|array|array\.prototype|obj|arr|list|items|values|data|result|results|stream|rx|lodash|_|os|sys|deno|bun|module|std|react|component|wrapper|vm|e|i|x)$/iu;
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
  path = withoutPlace(path);
  let end = path.length;
  while (end > 0 && TRAILING.has(path.charAt(end - 1))) end--;
  path = path.slice(0, end);
  if (path.length < 3 || path.length > LONGEST || NUMERIC.test(path)) return null;
  const sure = sureness(path);
  return sure === 0 ? null : { path, sure, skip };
}

const PLACE = /^(.*\.[A-Za-z]\w{0,9})(?:#|-\d{1,7}(?:-|$))/u;

/** A file without the line a search or an address names behind it: `a.go-12-`, `a.go#L3`. */
function withoutPlace(path: string): string {
  if (!path.includes('#') && !/\.\w{1,10}-\d/u.test(path)) return path;
  const file = PLACE.exec(path)?.[1];
  return file !== undefined && FILE_ENDINGS.has(file.slice(file.lastIndexOf('.') + 1).toLowerCase()) ? file : path;
}

/** An ending in small letters, also where all are capital; where only the first is, it is a name in code. */
function endingOf(tail: string): string | undefined {
  const ending = EXTENSION.exec(tail)?.[1];
  if (ending === undefined) return undefined;
  const small = ending.toLowerCase();
  return ending === small || ending === ending.toUpperCase() ? small : undefined;
}

/** A dot, and as many letters as an ending may have. */
const LONGEST_ENDING = 12;

function isCapital(unit: number): boolean {
  return unit >= 65 && unit <= 90;
}

const NAMED_FILE =
  /\/(?:Dockerfile|Containerfile|Makefile|Gemfile|Rakefile|Procfile|Jenkinsfile|Vagrantfile|Caddyfile|LICENSE|README|CHANGELOG|CODEOWNERS|BUILD)$/u;
/** Commits of a range, such as `main..next`. */
const RANGE = /[^./]\.{2,3}[^./]/u;

function sureness(path: string): 0 | 1 | 2 | 3 {
  const slash = path.lastIndexOf('/');
  const dot = path.lastIndexOf('.');
  const ending = dot > slash && dot > path.length - LONGEST_ENDING ? endingOf(path.slice(dot)) : undefined;
  if (slash < 0) return ending !== undefined && FILE_ENDINGS.has(ending) && dot > 0 ? bareFile(path, dot, ending) : dotFile(path);
  if (path.includes('//') || NOT_IN_PATHS.test(path) || (path.includes('..') && RANGE.test(path))) return 0;
  const depth = segments(path);
  if (ending === undefined && isCapital(path.charCodeAt(slash + 1)) && NAMED_FILE.test(path)) return 3;
  if (ending !== undefined && depth > 0) return FILE_ENDINGS.has(ending) ? 3 : depth > 1 ? 2 : 1;
  if (depth < 2) return 0;
  if (ROOTED.test(path) || path.endsWith('/')) return 2;
  if (depth > 2) return 2;
  return TWO_WORDS.test(path) ? 0 : 1;
}

function bareFile(path: string, dot: number, ending: string): 0 | 3 {
  if (!CODE_ENDINGS.has(ending)) return 3;
  const owner = path.slice(0, dot);
  return /\p{Ll}\p{Lu}/u.test(owner) || CODE_OWNERS.test(owner) || /^[a-z_]+(?:\.[a-z_]+)+$/iu.test(owner) ? 0 : 3;
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

/** A path that is not one run of joined characters, where it begins and ends, and how sure it is that it is one. */
export interface OddPath {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly sure: 2 | 3;
}

const LONGEST_ODD = 260;
/** With a drive or a share: `C:\Work\a.cs`, also as JSON writes it. A folder's name may be up to three words. */
const DRIVE =
  /(?<![A-Za-z])(?:[A-Za-z]:|\\\\[\w.$-]{1,60})(?:\\{1,2}(?:[\w.@+~$()[\]-]{1,80}|[\w@+~$()-]{1,40}(?: [\w@+~$()-]{1,40}){1,2})(?=\\)){0,24}\\{1,2}[\w.@+~$-]{1,80}/gu;
/** Without one: `src\Orders\Cart.cs`. */
const RELATIVE = /^(?:[\w.@+-]{1,60}\\{1,2}){1,20}[\w.@+-]{1,60}/u;
/** In quotes, from a root, with blanks inside. */
const QUOTED = /(["'`])((?:~?\/|[A-Za-z]:[\\/]{1,2})[^"'`\n\r<>|*?]{0,80} [^"'`\n\r<>|*?]{1,180})\1/gu;
const ENDING = /\.([A-Za-z][A-Za-z0-9]{0,9})$/u;

/** Windows paths, and quoted ones with blanks in them. Texts without their signs cost one look. */
export function oddPaths(text: string): readonly OddPath[] {
  const found: OddPath[] = [];
  if (/["'`](?:~?\/|[A-Za-z]:)/u.test(text)) {
    collect(text, QUOTED, 2, found, (path, file) => file || /^\S{2,}(?: \S+){1,5}$/u.test(path));
  }
  if (text.includes('\\')) {
    if (text.includes(':\\') || text.includes('\\\\')) collect(text, DRIVE, 0, found, () => true);
    collectRelative(text, found);
  }
  if (found.length < 2) return found;
  let end = 0;
  return found
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter((path) => {
      const apart = path.start >= end;
      if (apart) end = path.end;
      return apart;
    });
}

function collect(
  text: string,
  pattern: RegExp,
  group: number,
  found: OddPath[],
  takes: (path: string, file: boolean) => boolean,
): void {
  for (const match of text.matchAll(pattern)) {
    const start = match.index + (group === 0 ? 0 : 1);
    const path = (match[group] ?? '').replace(/(?<![\s.,;:)\]}-])[\s.,;:)\]}-]+$/u, '');
    const file = isFile(path);
    if (path.length <= LONGEST_ODD && takes(path, file))
      found.push({ path, start, end: start + path.length, sure: file ? 3 : 2 });
  }
}

/** Looks around every backslash alone: most texts have few. */
function collectRelative(text: string, found: OddPath[]): void {
  for (let at = text.indexOf('\\'); at >= 0; ) {
    let start = at;
    while (start > 0 && at - start < LONGEST_ODD && isJoined(text.charCodeAt(start - 1))) start--;
    let end = at + 1;
    while (end < text.length && end - at < LONGEST_ODD && isJoined(text.charCodeAt(end))) end++;
    const before = start === 0 ? '' : text.charAt(start - 1);
    const match = before === '/' || before === ':' ? null : RELATIVE.exec(text.slice(start, end));
    if (match !== null) {
      const path = match[0].replace(/(?<![.,;:-])[.,;:-]+$/u, '');
      if (isFile(path) && isWindows(path)) found.push({ path, start, end: start + path.length, sure: 3 });
    }
    at = text.indexOf('\\', end);
  }
}

/** Letters, digits and `\\ . _ @ + -`. */
function isJoined(unit: number): boolean {
  if (unit >= 97) return unit <= 122;
  if (unit >= 64) return unit <= 90 || unit === 92 || unit === 95;
  return (unit >= 48 && unit <= 57) || unit === 46 || unit === 45 || unit === 43;
}

function isFile(path: string): boolean {
  const ending = ENDING.exec(path)?.[1]?.toLowerCase();
  return ending !== undefined && FILE_ENDINGS.has(ending);
}

/** Escapes such as `\n` look like folders: one other letter behind a backslash settles it. */
function isWindows(path: string): boolean {
  return /\\[^\\nrtbfuvx"'/0-9]/u.test(path) && !/^\\/u.test(path);
}

/** The first of some paths that fit a budget and stand in no text that is told anyway, weighed as they are grouped. */
export function pathsWithin(paths: readonly string[], budget: number, told: string, count: TextCounter): readonly string[] {
  const taken: string[] = [];
  const folders = new Set<string>();
  const isTold = finderIn(told);
  let left = budget;
  for (const path of paths) {
    if (left < 3) break;
    const [folder, name] = parted(path);
    const tokens = count.text(name) + 1 + (folders.has(folder) ? 0 : count.text(folder) + 1);
    if (tokens > left || !isPlain(path) || isTold(path)) continue;
    left -= tokens;
    folders.add(folder);
    taken.push(path);
  }
  return taken;
}

/** Paths in few lines: those of one folder as `folder/{name,name}`, where two of them or more are in it. */
export function groupedPaths(paths: readonly string[]): readonly string[] {
  const folders = Map.groupBy(new Set(paths), (path) => parted(path)[0]);
  return [...folders].map(([folder, inside]) => {
    const names = inside.map((path) => parted(path)[1]);
    return folder === '' ? names.join(', ') : names.length === 1 ? `${folder}${names[0]}` : `${folder}{${names.join(',')}}`;
  });
}

function parted(path: string): readonly [folder: string, name: string] {
  const slash = path.lastIndexOf('/', path.length - 2) + 1;
  return [path.slice(0, slash), path.slice(slash)];
}

/** Signs that would part a group in the wrong place. */
function isPlain(path: string): boolean {
  return !/[{},\s]|:\/\//u.test(path);
}
