import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BootFailed } from './message.mjs';

/**
 * The script behind a package's command: run by our Node itself, since `.bin` holds shell shims on Windows.
 * @param {string} root
 * @param {string | undefined} name a package with one command, or one named like the package
 * @returns {string}
 */
export function binOf(root, name) {
  if (name === undefined) throw new BootFailed('--bin needs the name of a package.');
  const home = path.join(root, 'node_modules', name);
  let manifest;
  try {
    manifest = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8'));
  } catch {
    throw new BootFailed(`the package ${name} is not installed: it is not in package-lock.json.`);
  }
  const { bin } = manifest;
  const file = typeof bin === 'string' ? bin : (bin?.[path.posix.basename(name)] ?? Object.values(bin ?? {})[0]);
  if (file === undefined) throw new BootFailed(`the package ${name} has no command.`);
  return path.join(home, file);
}
