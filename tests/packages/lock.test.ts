import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { packages, root } from './published.ts';

interface Locked {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly bundleDependencies?: readonly string[];
}

const projects = ['.', 'runtime', 'bench'].filter((folder) => existsSync(path.join(root, folder, 'package-lock.json')));
const read = (...file: string[]) => JSON.parse(readFileSync(path.join(root, ...file), 'utf8'));

describe.each(projects)('the lock of %s', (folder) => {
  const locked = Object.entries<Locked>(read(folder, 'package-lock.json').packages);
  const places = new Set(locked.map(([place]) => place));

  it('names no registry, and the bytes of everything it does not link', () => {
    const foreign = locked.filter(([place, { link }]) => place.includes('node_modules/') && !link);
    expect(foreign.filter(([, { resolved }]) => resolved !== undefined).map(([place]) => place)).toEqual([]);
    expect(foreign.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([place]) => place)).toEqual([]);
  });

  // A lock made on one platform may lack the others' binaries; `npm ci` then refuses it there.
  it('is complete for every platform', () => {
    const missing = locked.flatMap(([place, { dependencies, optionalDependencies, bundleDependencies = [] }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies }).filter(
        // What is bundled comes inside the package itself.
        (name) => !bundleDependencies.includes(name) && !isFound(place, name),
      ),
    );
    expect(missing).toEqual([]);
  });

  /** Looks where Node would: beside the package, then further up. */
  function isFound(place: string, name: string): boolean {
    for (let at = place; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/')))) {
      const home = at === '' || at.endsWith('/') ? at : `${at}/`;
      if (places.has(`${home}node_modules/${name}`)) return true;
      if (at === '') return false;
    }
  }
});

it('asks for exact versions everywhere', () => {
  const manifests = [
    read('package.json'),
    ...projects.slice(1).map((folder) => read(folder, 'package.json')),
    ...packages().values(),
  ];
  const asked = manifests.flatMap(({ dependencies, devDependencies, optionalDependencies }) =>
    Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }),
  );
  expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)))).toEqual([]);
});
