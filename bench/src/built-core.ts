import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const CORE = join(import.meta.dirname, '..', '..', 'packages', 'core');

/** Lays @tenfold/core out as it is published, plain JavaScript, in a folder for this run; returns its entry. */
export function buildCore(): string {
  const out = mkdtempSync(join(tmpdir(), 'tenfold-bench-'));
  for (const file of readdirSync(join(CORE, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts') || file.endsWith('.d.ts')) continue;
    const target = join(out, 'dist', file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    const code = stripTypeScriptTypes(readFileSync(join(CORE, 'src', file), 'utf8'));
    writeFileSync(target, code.replace(/(from\s+'\.[^']*)\.ts'/g, "$1.js'"));
  }
  cpSync(join(CORE, 'assets'), join(out, 'assets'), { recursive: true });
  const imports = { '#ranks': { node: './dist/node.js' } };
  writeFileSync(join(out, 'package.json'), JSON.stringify({ name: '@tenfold/core', type: 'module', imports }));
  return join(out, 'dist', 'index.js');
}
