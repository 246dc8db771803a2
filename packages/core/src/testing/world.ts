import type { Random } from './random.ts';

/** A file of the made-up repository: lines that are read, searched and edited as the talk goes on. */
export interface WorldFile {
  readonly path: string;
  lines: string[];
}

/** A made-up repository. It changes while a transcript is generated. */
export interface World {
  readonly files: WorldFile[];
  /** Commands run so far with what they printed, for repeating. */
  readonly ran: { readonly command: string; readonly output: string }[];
}

const NOUNS = [
  'order',
  'invoice',
  'parcel',
  'session',
  'ledger',
  'route',
  'cursor',
  'bucket',
  'frame',
  'token',
  'worker',
  'lease',
  'batch',
];
const VERBS = ['load', 'merge', 'parse', 'settle', 'retry', 'flush', 'encode', 'collect', 'verify', 'split', 'resolve', 'index'];
const FOLDERS = ['src', 'src/store', 'src/http', 'src/queue', 'lib', 'test', 'scripts'];
const REMARKS = [
  'the caller has already checked this',
  'keeps the order of arrival',
  'twice is harmless',
  'slow path, taken once a day',
  'must run before the lease ends',
];

/** A repository of `count` files. */
export function worldOf(random: Random, count: number): World {
  const files = Array.from({ length: count }, (_, index) => ({
    path: `${random.pick(FOLDERS)}/${random.pick(NOUNS)}-${random.pick(VERBS)}-${index}.ts`,
    lines: codeLines(random, random.between(20, 120)),
  }));
  return { files, ran: [] };
}

/** Changes one line of a file and says how it read before and after. */
export function editFile(file: WorldFile, random: Random): { readonly before: string; readonly after: string } {
  const at = random.between(0, file.lines.length - 1);
  const before = file.lines[at] ?? '';
  const after = codeLine(random);
  file.lines = file.lines.with(at, after);
  return { before, after };
}

/** Lines of a file with a number gutter, both ends included, from 1. */
export function gutter(lines: readonly string[], from = 1, to: number = lines.length): string {
  return lines
    .slice(from - 1, to)
    .map((line, index) => `${String(from + index).padStart(5)}→${line}`)
    .join('\n');
}

/** Lines that look like code. */
export function codeLines(random: Random, count: number): string[] {
  return Array.from({ length: count }, () => codeLine(random));
}

function codeLine(random: Random): string {
  const noun = random.pick(NOUNS);
  const verb = random.pick(VERBS);
  const other = random.pick(NOUNS);
  const number = random.between(2, 9_000);
  switch (random.between(0, 9)) {
    case 0:
      return '';
    case 1:
      return `export function ${verb}${capital(noun)}(${other}: ${capital(other)}, limit = ${number}): ${capital(noun)}[] {`;
    case 2:
      return `  const ${noun}${capital(other)} = await this.${other}s.${verb}({ ${noun}Id: ${other}.id, limit: ${number} });`;
    case 3:
      return `  if (${noun}.size > ${number} || ${other} === undefined) throw new RangeError('${noun} over ${number}');`;
    case 4:
      return `  // ${random.pick(REMARKS)}`;
    case 5:
      return `  return ${noun}s.filter((${noun}) => ${noun}.${other} !== null).map(${verb}${capital(other)});`;
    case 6:
      return `import { ${verb}${capital(noun)}, type ${capital(other)} } from './${noun}-${verb}.ts';`;
    case 7:
      return `  for (const ${noun} of ${other}s) total += ${noun}.${verb}(${number});`;
    case 8:
      return '}';
    default:
      return `  expect(${verb}${capital(noun)}(${other}s)).toEqual([${number}, ${number % 97}, ${number % 31}]);`;
  }
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
