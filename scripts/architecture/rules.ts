import { circleThrough, cyclesIn } from './cycles.ts';
import { checkDependencies, isDevelopment, type Manifest, mayImport, pure, resolve } from './dependencies.ts';
import { error, type Finding } from './finding.ts';
import { lineAt } from './imports.ts';
import type { SourceFile } from './source-file.ts';
import { checkUnchecked } from './unchecked.ts';

/** What the rules are told about the repository. */
export interface Repository {
  readonly files: readonly SourceFile[];
  /** By folder under packages/; the root's own under the empty name. */
  readonly manifests: ReadonlyMap<string, Manifest>;
  /** Where it lies on this machine: a path that must not be written into it. */
  readonly root: string;
}

/** A file above this many lines is a smell. */
export const longFile = 300;

/** Everything the rules object to. */
export function checkArchitecture({ files, manifests, root }: Repository): Finding[] {
  return [
    ...checkPackages(manifests),
    ...checkDependencies(files, manifests),
    ...checkCycles(files),
    ...checkUnchecked(files),
    ...checkPurity(files),
    ...checkMachinePaths(files, root),
    ...checkLength(files),
  ].sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line);
}

function checkPackages(manifests: ReadonlyMap<string, Manifest>): Finding[] {
  return [...manifests.keys()]
    .filter((name) => name !== '' && mayImport[name] === undefined)
    .map((name) =>
      error(
        `packages/${name}/package.json`,
        1,
        `${name} is not a package of the architecture. Say in scripts/architecture what it may import.`,
      ),
    );
}

function checkCycles(files: readonly SourceFile[]): Finding[] {
  const edges = new Map(
    files.map((file) => [
      file.path,
      file.imports.filter(({ specifier }) => specifier.startsWith('.')).map(({ specifier }) => resolve(file.path, specifier)),
    ]),
  );
  return cyclesIn(edges).map((group) => {
    const first = group.sort()[0] ?? '';
    const way = circleThrough(first, group, edges).map((file) => file.slice(file.lastIndexOf('/') + 1));
    const more = group.length > way.length - 1 ? ` (one of several circles among ${group.length} files)` : '';
    return error(first, 1, `imports itself in a circle: ${way.join(' → ')}${more}. Move what both need into a file of its own.`);
  });
}

const impure = /(?<![\w$.])(?:Date\.now\b|new\s+Date\s*\(\s*\)|Math\.random\b|performance\.now\b)/g;

/** What the compiler cannot forbid, since it is part of the language: clocks and chance. */
function checkPurity(files: readonly SourceFile[]): Finding[] {
  return files
    .filter((file) => file.package !== null && pure.has(file.package) && !isDevelopment(file))
    .flatMap((file) =>
      [...file.code.matchAll(impure)].map((match) =>
        error(file.path, lineAt(file.code, match.index), `${file.package} is pure and ${match[0]} is not. Pass the value in.`),
      ),
    );
}

function checkMachinePaths(files: readonly SourceFile[], root: string): Finding[] {
  const findings: Finding[] = [];
  for (const file of files) {
    const at = file.text.indexOf(root);
    if (at !== -1)
      findings.push(
        error(file.path, lineAt(file.text, at), 'holds a path of this machine. Work it out from import.meta.dirname.'),
      );
  }
  return findings;
}

function checkLength(files: readonly SourceFile[]): Finding[] {
  return files.flatMap((file) => {
    if (!file.isCode) return [];
    const lines = file.text.split('\n').length - 1;
    if (lines <= longFile) return [];
    return [
      {
        path: file.path,
        line: 1,
        level: 'warning' as const,
        message: `has ${lines} lines; over ${longFile} a file usually holds two ideas.`,
      },
    ];
  });
}
