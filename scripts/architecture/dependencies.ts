import { isBuiltin } from 'node:module';
import { error, type Finding } from './finding.ts';
import type { SourceFile } from './source-file.ts';

/** Which of our packages each may import: the arrows of the architecture. A package not listed here is not allowed. */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  core: [],
  dialects: ['core'],
  contract: ['core'],
  store: ['core'],
  session: ['core', 'contract', 'dialects', 'store'],
  server: ['core', 'contract', 'dialects', 'store', 'session'],
  adapters: ['core', 'dialects'],
  cli: ['core', 'contract', 'dialects', 'store', 'session', 'server'],
  web: ['core', 'contract'],
};

/** Packages that may not touch a platform: no `node:` module outside of tests. */
export const pure = new Set(['core', 'contract', 'dialects']);

/** The one file of a pure package that reads the machine: core's loader of the counter's table. */
const exceptFor = new Set(['packages/core/src/node.ts']);

/** What a package.json says may be imported. */
export interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly exports?: object;
  readonly imports?: object;
  readonly bin?: object;
}

/** Imports that go against the arrows, around a package's front door, past its manifest or out of a pure package. */
export function checkDependencies(files: readonly SourceFile[], manifests: ReadonlyMap<string, Manifest>): Finding[] {
  return files.flatMap((file) =>
    file.imports.flatMap(({ specifier, line, all }) => {
      const findings = objections(file, specifier, manifests).map((message) => error(file.path, line, message));
      if (all) findings.push(error(file.path, line, 'export * hides what is public. Name what is exported.'));
      return findings;
    }),
  );
}

function objections(file: SourceFile, specifier: string, manifests: ReadonlyMap<string, Manifest>): string[] {
  if (specifier.startsWith('.')) return relative(file, specifier);
  if (/^(\/|file:|[A-Za-z]:)/.test(specifier)) return [`${specifier} is a path of one machine. Import it by a relative path.`];
  if (specifier.startsWith('#')) return [];
  if (isBuiltin(specifier)) return builtin(file, specifier);
  if (specifier.startsWith('@tenfold/')) return own(file, specifier, manifests);
  return foreign(file, specifier, manifests);
}

/** A relative import stays inside its package; scripts and tests at the root are not packages and may reach anywhere but into one. */
function relative(file: SourceFile, specifier: string): string[] {
  const target = resolve(file.path, specifier);
  const into = /^packages\/([^/]+)\//.exec(target)?.[1] ?? null;
  if (into === file.package || into === null || file.package === null) return [];
  return [`${specifier} reaches into the package ${into}. Import @tenfold/${into}.`];
}

function builtin(file: SourceFile, specifier: string): string[] {
  if (file.package === null || !pure.has(file.package) || isDevelopment(file) || exceptFor.has(file.path)) return [];
  return [`${file.package} is pure and ${specifier} is not. Pass the value in, or move this code to a package that may do I/O.`];
}

function own(file: SourceFile, specifier: string, manifests: ReadonlyMap<string, Manifest>): string[] {
  const [, name = ''] = specifier.split('/');
  const { package: from } = file;
  if (/\/(src|dist)(\/|$)/.test(specifier))
    return [`${specifier} goes around the front door. Import what @tenfold/${name} exports.`];
  if (from === null) return [];
  if (from === name) return [`${specifier} is the file's own package. Import by a relative path.`];
  if (!mayImport[from]?.includes(name))
    return [`${from} may not depend on ${name} (it may on: ${mayImport[from]?.join(', ') || 'none'}).`];
  return foreign(file, `@tenfold/${name}`, manifests);
}

function foreign(file: SourceFile, specifier: string, manifests: ReadonlyMap<string, Manifest>): string[] {
  if (file.package === null) return [];
  const parts = specifier.split('/');
  const name = specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
  const at = manifests.get(file.package);
  const root = manifests.get('');
  const declared = { ...at?.dependencies, ...at?.peerDependencies };
  const forTests = { ...at?.devDependencies, ...root?.devDependencies };
  if (name in declared || (isDevelopment(file) && name in forTests)) return [];
  return [
    `${name} is not a dependency of ${file.package}. Add it to packages/${file.package}/package.json with an exact version.`,
  ];
}

/** Files that are never published: tests, benches and configuration beside src. */
export function isDevelopment(file: SourceFile): boolean {
  return file.isTest || !file.path.startsWith(`packages/${file.package}/src/`);
}

/** Where a relative specifier leads, as a path in the repository. */
export function resolve(from: string, specifier: string): string {
  const steps = from.split('/').slice(0, -1);
  for (const step of specifier.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.') steps.push(step);
  }
  return steps.join('/');
}
