import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runChild } from './child.mjs';

/**
 * Runs a script with the chosen Node until it ends.
 * @param {string} node
 * @param {readonly string[]} target script and arguments
 * @param {string} root
 * @returns {Promise<number>} exit code
 */
export function handOver(node, target, root) {
  const places = [path.dirname(node), path.join(root, 'node_modules', '.bin'), process.env.PATH ?? process.env.Path ?? ''];
  const { Path: _windowsSpelling, ...env } = process.env;
  // 22.18 runs TypeScript but still warns about it at every start.
  const cache = pathToFileURL(path.join(root, 'scripts/boot/compile-cache.mjs')).href;
  const args = ['--disable-warning=ExperimentalWarning', '--import', cache, ...target];
  return runChild(node, args, { cwd: root, stdio: 'inherit', env: { ...env, PATH: places.join(path.delimiter) } });
}
