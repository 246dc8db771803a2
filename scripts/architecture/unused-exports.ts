import path from 'node:path';
import { isDevelopment, type Manifest } from './dependencies.ts';
import { exportedNames } from './exported-names.ts';
import { error, type Finding } from './finding.ts';
import type { SourceFile } from './source-file.ts';

/**
 * Values a module of a package exports though nothing else names them. What a package exports to others is its promise, and
 * stays; a type may be exported with the function that speaks of it.
 */
export function checkUnusedExports(files: readonly SourceFile[], manifests: ReadonlyMap<string, Manifest>): Finding[] {
  const used = usedNames(files);
  const doors = new Set([...manifests].flatMap(([name, manifest]) => doorsOf(name, manifest)));
  return files.flatMap((file) => {
    if (file.package === null || !file.isCode || isDevelopment(file) || doors.has(file.path)) return [];
    const names = used.get(file.path) ?? new Set();
    if (names.has('*')) return [];
    return exportedNames(file.text)
      .values.filter((name) => !names.has(name))
      .map((name) => error(file.path, 1, `${name} is exported and used nowhere else. Take the export away, or the thing.`));
  });
}

function usedNames(files: readonly SourceFile[]): ReadonlyMap<string, ReadonlySet<string>> {
  const used = new Map<string, Set<string>>();
  for (const file of files) {
    for (const { specifier, names } of file.imports) {
      if (!specifier.startsWith('.')) continue;
      const target = path.posix.join(path.posix.dirname(file.path), specifier);
      const known = used.get(target) ?? new Set();
      for (const name of names) known.add(name);
      used.set(target, known);
    }
  }
  return used;
}

/** Files other packages, people and processes come in by. */
function doorsOf(name: string, { exports = {}, imports = {}, bin = {} }: Manifest): string[] {
  const targets = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values((value ?? {}) as object).flatMap(targets);
  return [exports, imports, bin].flatMap(targets).map((file) => path.posix.join('packages', name, file));
}
