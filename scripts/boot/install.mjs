import path from 'node:path';
import { runChild } from './child.mjs';
import { isInstalled, markInstalled } from './installed.mjs';
import { withLock } from './lock.mjs';
import { BootFailed, tell } from './message.mjs';
import { npmCommand, npmEnvironment } from './npm.mjs';

// Named in full, so that neither NODE_ENV=production nor a person's own npmrc leaves something out.
const ci = ['ci', '--ignore-scripts', '--include=dev', '--include=optional'];
const quietly = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];

/**
 * Makes node_modules of a folder match its package-lock.json: `npm ci`, only when it does not, one process at a time.
 * @param {string} folder
 * @param {string} node what to run npm with
 */
export async function ensureInstalled(folder, node) {
  if (isInstalled(folder)) return;
  const waiting = (/** @type {string} */ pid) => tell(`waiting for process ${pid}, which is installing packages…`);
  try {
    await withLock(path.join(folder, '.install.lock'), waiting, async () => {
      if (isInstalled(folder)) return;
      await install(folder, node);
      markInstalled(folder);
    });
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    throw new BootFailed(`packages could not be installed in ${folder}: ${error.message}. The folder must be writable.`);
  }
}

/**
 * @param {string} folder
 * @param {string} node
 */
async function install(folder, node) {
  const what = { runtime: 'Node 24', bench: 'what is measured against' }[path.basename(folder)] ?? 'packages';
  tell(`installing ${what} (once)…`);
  const { program, args } = npmCommand(node);
  // Everything npm says goes to stderr: stdout belongs to the command that was asked for.
  const code = await runChild(program, [...args, ...ci, ...quietly], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    env: npmEnvironment(),
  });
  // Signals end there; above them npm gives the number of a system error, such as of a full disk.
  if (code > 128 && code <= 192) throw new BootFailed('installing was interrupted; run the command again to finish it.', code);
  if (code !== 0) {
    throw new BootFailed(
      `npm ci failed with code ${code}; nothing was started. When the registry can be reached, run the command again.`,
    );
  }
}
