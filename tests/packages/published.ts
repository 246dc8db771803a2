import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Where the checkout lies. */
export const root = path.resolve(import.meta.dirname, '../..');

/** A package.json as far as the tests read it. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  /** Present in packages that are published. */
  readonly publishConfig?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The workspace's packages by folder name. */
export function packages(): Map<string, Manifest> {
  const folders = readdirSync(path.join(root, 'packages'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return new Map(
    folders.map(({ name }) => [name, JSON.parse(readFileSync(path.join(root, 'packages', name, 'package.json'), 'utf8'))]),
  );
}
