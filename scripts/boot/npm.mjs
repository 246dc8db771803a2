import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';

const windows = process.platform === 'win32';

/**
 * How to start npm with a given Node: the npm that started us, else the one beside our Node, else the first on the path.
 * @param {string} node
 * @returns {{ program: string, args: string[] }}
 */
export function npmCommand(node) {
  const beside = path.dirname(process.execPath);
  const candidates = [
    process.env.npm_execpath ?? '',
    path.join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    path.join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    ...(process.env.PATH ?? process.env.Path ?? '').split(path.delimiter).map((folder) => {
      return windows ? path.join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js') : path.join(folder, 'npm');
    }),
  ];
  for (const candidate of candidates) {
    if (!existsSync(candidate)) continue;
    const script = realpathSync(candidate);
    // Another package manager may have started us, and some version managers put a program of their own in npm's place.
    if (path.basename(script) === 'npm-cli.js') return { program: node, args: [script] };
  }
  return { program: 'npm', args: [] };
}

// What the command line of an outer npm leaves in the environment and would change what an inner one installs.
const misleading =
  /^npm_(package_|lifecycle_|config_(workspaces?|include_workspace_root|omit|include|only|also|dev|production|optional|dry_run|global|location|prefix|local_prefix|global_prefix|json|ignore_scripts|package_lock|package_lock_only|install_strategy|legacy_peer_deps|force|save|os|cpu|libc)$)/i;

/**
 * The environment for an inner npm: that of the outer one without its command line, with a cache that can be written.
 * @returns {NodeJS.ProcessEnv}
 */
export function npmEnvironment() {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !misleading.test(name) && name !== 'NODE_ENV'));
  // Containers run users that have no name, with the root for a home.
  if (env.npm_config_cache === undefined && !isWritable(homedir())) {
    env.npm_config_cache = path.join(tmpdir(), `tenfold-npm-cache-${process.getuid?.() ?? ''}`);
  }
  return env;
}

/** @param {string} folder */
function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
