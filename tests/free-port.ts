import { once } from 'node:events';
import { createServer } from 'node:net';
import { threadId } from 'node:worker_threads';

/** Below the ports that systems give to connections and to listeners that name none: until it is used, nobody is given it. */
const LOWEST = 20_000;
const COUNT = 12_000;

let next = (process.pid + threadId) * 101;

/** A port nobody has, nor gets while its server is about to start or starts again. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < COUNT; tries++) {
    const port = LOWEST + (next++ % COUNT);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
  throw new Error('All ports are taken.');
}
