import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { npmCommand, npmEnvironment } from '../../scripts/boot/npm.mjs';

const examples = path.resolve(import.meta.dirname, '..');
const build = path.resolve(examples, '../scripts/build.ts');

/** Puts what is locked here into place, and our own packages as they are published. */
export default function setUp(): void {
  if (!existsSync(path.join(examples, 'node_modules', 'ai'))) {
    const { program, args } = npmCommand(process.execPath);
    execFileSync(program, [...args, 'ci', '--ignore-scripts'], { cwd: examples, stdio: 'inherit', env: npmEnvironment() });
  }
  const built = mkdtempSync(path.join(tmpdir(), 'tenfold-examples-'));
  try {
    execFileSync(process.execPath, [build, built, '--libraries'], { stdio: ['ignore', 'ignore', 'inherit'] });
    for (const name of ['core', 'dialects', 'adapters']) {
      const place = path.join(examples, 'node_modules', '@tenfold', name);
      rmSync(place, { recursive: true, force: true });
      cpSync(path.join(built, name), place, { recursive: true });
    }
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
}
