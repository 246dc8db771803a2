import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Import, importsOf } from './imports.ts';
import { mask } from './mask.ts';

/** A source file or document with what the rules look at. Paths are relative to the repository, with forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  /** False for documents and data, which have no code and no imports. */
  readonly isCode: boolean;
  /** Text without comments, strings and the like; see `mask`. */
  readonly code: string;
  readonly imports: readonly Import[];
  /** Folder under packages/, or null for scripts and tests. */
  readonly package: string | null;
  readonly isTest: boolean;
}

const skipped = new Set(['node_modules', 'dist', 'coverage', '.git']);
const generated = /\.gen\.ts$|^package-lock\.json$/;

/** Prepares one file. */
export function sourceFile(file: string, text: string): SourceFile {
  const isCode = /\.(tsx?|mjs)$/.test(file);
  const code = isCode ? mask(text) : '';
  return {
    path: file,
    text,
    isCode,
    code,
    imports: isCode ? importsOf(text, code) : [],
    package: /^packages\/([^/]+)\//.exec(file)?.[1] ?? null,
    isTest: /\.test\.tsx?$|\/testing\//.test(file),
  };
}

/** All modules, documents and settings of the repository but generated ones. */
export function readSources(root: string): SourceFile[] {
  const files: string[] = [];
  const walk = (folder: string) => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      if (skipped.has(entry.name)) continue;
      const file = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) walk(file);
      else if (/\.(tsx?|mjs|md|json)$/.test(entry.name) && !generated.test(entry.name)) files.push(file);
    }
  };
  walk('');
  return files.sort().map((file) => sourceFile(file, readFileSync(path.join(root, file), 'utf8')));
}
