import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a database on which everything can be held back: connections stay and nothing comes through, as on a network that drops packets. */
export async function droppingProxy(url: string) {
  const there = new URL(url);
  const sockets = new Set<Socket>();
  let isDropping = false;
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('data', (data) => to.write(data)).on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    if (isDropping) from.pause();
  };
  const server = createServer((near) => {
    const far = connect(Number(there.port), there.hostname);
    pass(near, far);
    pass(far, near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const here = new URL(url);
  here.hostname = '127.0.0.1';
  here.port = String((server.address() as AddressInfo).port);
  return {
    url: here.href,
    drop() {
      isDropping = true;
      for (const socket of sockets) socket.pause();
    },
    /** Holds what is there for good; whoever comes now gets through, as behind a wall that forgot its connections. */
    dropThose() {
      for (const socket of sockets) socket.pause();
    },
    heal() {
      isDropping = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
