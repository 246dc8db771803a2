import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A server in a process of its own. */
export type RunningServer = Awaited<ReturnType<typeof startServer>>;

/** Starts one on a home, or on a database. */
export function startServer(home: string, database = '') {
  const ranks = fileURLToPath(import.meta.resolve('@tenfold/core/o200k.bin'));
  return startProcess(home, join(import.meta.dirname, '..'), [ranks, database]);
}

/** Starts the one of another checkout, as of 40feb6b, on a home. */
export function startEarlierServer(home: string, checkout: string) {
  const server = join(checkout, 'packages/server');
  return startProcess(home, server, [join(server, 'assets/plain'), join(checkout, 'packages/core/assets/o200k.bin')]);
}

async function startProcess(home: string, server: string, args: readonly string[]) {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const script = join(server, 'src/testing/kill/server-process.ts');
  const begun = performance.now();
  const child = spawn(process.execPath, [script, home, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  const { hostname, port } = new URL(line.trim());
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  // Plain requests on kept connections: the client shares the machine and should cost as little as it can.
  const text = (method: string, path: string, body?: object) =>
    new Promise<string>((resolve, reject) => {
      const given = body === undefined ? '' : JSON.stringify(body);
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(given) };
      const sent = httpRequest({ hostname, port, method, path, agent, headers }, (response) => {
        let said = '';
        response.setEncoding('utf8').on('data', (piece: string) => {
          said += piece;
        });
        response.on('end', () => ((response.statusCode ?? 500) < 300 ? resolve(said) : reject(new Error(said))));
      });
      sent.on('error', reject).end(given);
    });
  /** Calls back with every piece of a stream until it is ended. */
  const follow = (path: string, heard: (piece: string) => void) =>
    new Promise<() => void>((resolve, reject) => {
      const sent = httpRequest({ hostname, port, path, agent: false }, (response) => {
        response
          .setEncoding('utf8')
          .on('data', heard)
          .on('error', () => undefined);
        resolve(() => sent.destroy());
      });
      sent.on('error', reject).end();
    });
  const facts = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
  return {
    text,
    request: async (method: string, path: string, body?: object) =>
      JSON.parse(await text(method, path, body)) as Record<string, unknown>,
    follow,
    readyMs: performance.now() - begun,
    /** Of the process, where the system tells. */
    rssMb: () => Number(/VmRSS:\s+(\d+)/.exec(facts('status'))?.[1]) / 1_000,
    cpuMs: () => {
      const [, , , , , , , , , , , user, system] = facts('stat')
        .replace(/^.*\) /, '')
        .split(' ');
      return (Number(user) + Number(system)) * 10;
    },
    async stop() {
      agent.destroy();
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}
