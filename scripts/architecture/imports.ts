import { mask } from './mask.ts';

/** One import or re-export of a module. */
export interface Import {
  /** What stands between the quotes. */
  readonly specifier: string;
  readonly line: number;
  /** True for `export * from`. */
  readonly all: boolean;
  /** What is taken from it, by the names it has there; `*` for everything. */
  readonly names: readonly string[];
}

// The words between the keyword and `from` hold no quotes and no statement end; specifiers are blanked by `mask`.
const patterns = [
  /(?<![\w$.])(?:import|export)\b(?!\s*\()[^'"`;()=]*?\bfrom\s*(?=['"])/g,
  /(?<![\w$.])import\s*(?=['"])/g,
  /(?<![\w$.])import\s*\(\s*(?=['"])/g,
];

/** All imports of a source file: static, type-only, for their side effects, dynamic with a literal, and re-exports. */
export function importsOf(source: string, masked: string = mask(source)): Import[] {
  const found: Import[] = [];
  for (const pattern of patterns) {
    for (const match of masked.matchAll(pattern)) {
      const open = match.index + match[0].length;
      const close = masked.indexOf(masked[open] ?? '', open + 1);
      found.push({
        specifier: source.slice(open + 1, close),
        line: lineAt(source, match.index),
        all: /^export\s*(?:type\s*)?\*/.test(match[0]),
        names: namesIn(match[0]),
      });
    }
  }
  return found.sort((a, b) => a.line - b.line);
}

function namesIn(clause: string): string[] {
  const list = /\{([^}]*)\}/.exec(clause)?.[1];
  if (list === undefined) return ['*'];
  const names = list.split(',').map((item) => /^\s*(?:type\s+)?([\w$]+)/.exec(item)?.[1]);
  return names.filter((name) => name !== undefined);
}

/** 1-based line of a position. */
export function lineAt(source: string, index: number): number {
  let line = 1;
  for (let i = source.indexOf('\n'); i !== -1 && i < index; i = source.indexOf('\n', i + 1)) line++;
  return line;
}
