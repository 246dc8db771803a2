import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a reverse proxy does: one address for several servers, those that are ready first. */
export interface Balancer {
  readonly url: string;
  /** Requests that no server took, or that broke off. */
  readonly refused: string[];
  close(): Promise<void>;
}

const LOOK_MS = 200;

/** Starts one before these servers. Only a connection that was refused is tried elsewhere, as real ones do. */
export async function balance(targets: readonly string[]): Promise<Balancer> {
  const ready = new Set(targets);
  const agent = new Agent({ keepAlive: true });
  const refused: string[] = [];
  const look = setInterval(async () => {
    for (const target of targets) {
      const isReady = await fetch(`${target}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) ready.add(target);
      else ready.delete(target);
    }
  }, LOOK_MS);
  let turn = 0;
  const forward = (from: IncomingMessage, to: ServerResponse, body: Buffer, left: readonly string[]): void => {
    const [target, ...others] = left;
    const fail = (reason: string) => {
      refused.push(`${from.method} ${from.url}: ${reason}`);
      to.destroy();
    };
    if (target === undefined) {
      fail('no server is ready');
      return;
    }
    const { host } = new URL(target);
    const sent = request(target + from.url, { method: from.method, headers: { ...from.headers, host }, agent }, (answer) => {
      if (answer.statusCode === 503) refused.push(`${from.method} ${from.url}: 503`);
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', (error) => fail(error.message)).pipe(to);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') forward(from, to, body, others);
      else fail(error.message);
    });
    sent.end(body);
  };
  const server = createServer(async (from, to) => {
    const pieces: Buffer[] = [];
    for await (const piece of from) pieces.push(piece as Buffer);
    turn++;
    const all = targets.map((_, index) => targets[(index + turn) % targets.length] as string);
    const order = [...all.filter((target) => ready.has(target)), ...all.filter((target) => !ready.has(target))];
    forward(from, to, Buffer.concat(pieces), order);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused,
    async close() {
      clearInterval(look);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
