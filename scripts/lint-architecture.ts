// Checks the shape of the code: who may import whom, no cycles, no impurity in pure packages, no machine paths, no unchecked types, no unused dependencies or exports, nothing written twice, file length.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Manifest } from './architecture/dependencies.ts';
import { checkArchitecture } from './architecture/rules.ts';
import { readSources } from './architecture/source-file.ts';
import { checkUnusedDependencies } from './architecture/unused-dependencies.ts';
import { checkUnusedExports } from './architecture/unused-exports.ts';
import { checkWrittenTwice } from './architecture/written-twice.ts';

const root = path.resolve(import.meta.dirname, '..');

function readManifests(): Map<string, Manifest> {
  const folders = readdirSync(path.join(root, 'packages')).map((name) => [name, path.join(root, 'packages', name)] as const);
  const manifests = new Map<string, Manifest>();
  for (const [name, folder] of [['', root] as const, ...folders]) {
    const file = path.join(folder, 'package.json');
    if (existsSync(file)) manifests.set(name, JSON.parse(readFileSync(file, 'utf8')));
  }
  return manifests;
}

const files = readSources(root);
const manifests = readManifests();
const findings = [
  ...checkArchitecture({ files, manifests, root }),
  ...checkUnusedDependencies(files, manifests),
  ...checkUnusedExports(files, manifests),
  ...checkWrittenTwice(files),
];
for (const { path: file, line, level, message } of findings) process.stdout.write(`${file}:${line} ${level}: ${message}\n`);
const errors = findings.filter(({ level }) => level === 'error').length;
process.stdout.write(`Checked ${files.length} files: ${errors} errors, ${findings.length - errors} warnings.\n`);
process.exitCode = errors > 0 ? 1 : 0;
