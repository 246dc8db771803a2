// Makes a fresh checkout runnable, then hands over. Plain JavaScript without dependencies, for any Node from 18 on.
//   node scripts/boot.mjs <file> [args]            runs a file of the repository
//   node scripts/boot.mjs --bin <package> [args]   runs an installed package's command
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { binOf } from './boot/bin.mjs';
import { handOver } from './boot/hand-over.mjs';
import { ensureInstalled } from './boot/install.mjs';
import { BootFailed } from './boot/message.mjs';
import { ensureNode } from './boot/node.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

async function boot() {
  const node = await ensureNode(root);
  await ensureInstalled(root, node);
  const [first, ...rest] = process.argv.slice(2);
  if (first === undefined) throw new BootFailed('name a file or --bin <package> to run.');
  if (first === '--bin') return handOver(node, [binOf(root, rest[0]), ...rest.slice(1)], root);
  // A folder with a lock of its own, such as bench/, is installed when something of it is run.
  const project = path.resolve(root, first.split('/')[0] ?? '');
  if (existsSync(path.join(project, 'package-lock.json'))) await ensureInstalled(project, node);
  return handOver(node, [path.resolve(root, first), ...rest], root);
}

try {
  process.exitCode = await boot();
} catch (error) {
  if (!(error instanceof BootFailed)) throw error;
  process.stderr.write(`tenfold: ${error.message}\n`);
  process.exitCode = error.exitCode;
}
