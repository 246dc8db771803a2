import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A pooler before a PostgreSQL. */
export interface TransactionPooler {
  readonly url: string;
  /** Times a connection of the database went from one client to another. */
  readonly handedOn: () => number;
  close(): Promise<void>;
}

/**
 * Lends a few connections of the database to any number of clients, for one transaction each, as pgbouncer and Supavisor do in that
 * mode: what belongs to a connection (LISTEN, locks and settings of a session, prepared statements) ends up with strangers, and
 * nothing is put back in between. Only for databases that ask no password.
 */
export async function startTransactionPooler(databaseUrl: string, connections = 4): Promise<TransactionPooler> {
  const url = new URL(databaseUrl);
  const pool = new Lent(url, connections);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.setNoDelay(true).on('error', () => {}));
    socket.on('close', () => sockets.delete(socket));
    new Client(socket, pool);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: databaseUrl.replace(url.host, `127.0.0.1:${port}`),
    handedOn: () => pool.handedOn,
    async close() {
      for (const socket of sockets) socket.destroy();
      pool.close();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Messages of the protocol: a letter, the length of what follows with itself, and that. */
class Messages {
  #rest = Buffer.alloc(0);

  *take(chunk: Buffer): Generator<Buffer> {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    while (this.#rest.length >= 5 && this.#rest.length > this.#rest.readUInt32BE(1)) {
      const length = this.#rest.readUInt32BE(1) + 1;
      yield this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
    }
  }
}

const letter = (message: Buffer) => String.fromCharCode(message[0] ?? 0);
/** What the database answers with ReadyForQuery. */
const ASKS = new Set(['Q', 'S']);

/** A connection to the database, lent to one client at a time. */
class Backend {
  readonly socket: Socket;
  borrower: Client | null = null;
  last: Client | null = null;

  constructor(url: URL, isReady: (backend: Backend) => void, lost: (backend: Backend) => void) {
    this.socket = connect(Number(url.port), url.hostname)
      .setNoDelay(true)
      .on('error', () => {});
    this.socket.write(startup({ user: decodeURIComponent(url.username), database: url.pathname.slice(1) }));
    const messages = new Messages();
    let greeted = false;
    this.socket.on('data', (chunk) => {
      for (const message of messages.take(chunk)) {
        if (greeted) this.borrower?.answer(message);
        else if (letter(message) === 'Z') {
          greeted = true;
          isReady(this);
        }
      }
    });
    this.socket.on('close', () => lost(this));
  }
}

class Lent {
  readonly #url: URL;
  readonly #max: number;
  readonly #all = new Set<Backend>();
  #free: Backend[] = [];
  readonly #waiting: Client[] = [];
  #closed = false;
  handedOn = 0;

  constructor(url: URL, max: number) {
    this.#url = url;
    this.#max = max;
  }

  borrow(client: Client): void {
    this.#waiting.push(client);
    if (this.#free.length === 0 && this.#all.size < this.#max) this.#open();
    this.#lend();
  }

  giveBack(backend: Backend): void {
    backend.borrower = null;
    // To the end: the next client gets another than the one before had.
    this.#free.push(backend);
    this.#lend();
  }

  leave(client: Client): void {
    const at = this.#waiting.indexOf(client);
    if (at >= 0) this.#waiting.splice(at, 1);
  }

  close(): void {
    this.#closed = true;
    for (const { socket } of this.#all) socket.destroy();
  }

  #open(): void {
    const lost = (backend: Backend) => {
      this.#all.delete(backend);
      this.#free = this.#free.filter((other) => other !== backend);
      backend.borrower?.end();
      if (!this.#closed && this.#waiting.length > 0) setTimeout(() => this.#open(), 50).unref();
    };
    this.#all.add(new Backend(this.#url, (backend) => this.giveBack(backend), lost));
  }

  #lend(): void {
    while (this.#free.length > 0 && this.#waiting.length > 0) {
      const [backend, client] = [this.#free.shift() as Backend, this.#waiting.shift() as Client];
      if (backend.last !== null && backend.last !== client) this.handedOn++;
      backend.last = client;
      backend.borrower = client;
      client.use(backend);
    }
  }
}

class Client {
  readonly #socket: Socket;
  readonly #pool: Lent;
  #backend: Backend | null = null;
  #isWaiting = false;
  #held: Buffer[] = [];
  /** Answers that are still to come. */
  #asked = 0;

  constructor(socket: Socket, pool: Lent) {
    this.#socket = socket;
    this.#pool = pool;
    const messages = new Messages();
    let greeted = false;
    let first = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      if (greeted) return this.#take(messages.take(chunk));
      first = Buffer.concat([first, chunk]);
      if (first.length < 8 || first.length < first.readUInt32BE(0)) return;
      const rest = first.subarray(first.readUInt32BE(0));
      // No encryption; then the greeting comes again.
      if (first.readUInt32BE(4) === 80_877_103) {
        first = Buffer.from(rest);
        socket.write('N');
        return;
      }
      greeted = true;
      socket.write(WELCOME);
      this.#take(messages.take(rest));
    });
    socket.on('close', () => {
      pool.leave(this);
      // In the middle of a transaction: what it had begun is not left to the next.
      this.#backend?.socket.destroy();
    });
  }

  use(backend: Backend): void {
    this.#backend = backend;
    this.#isWaiting = false;
    for (const message of this.#held) this.#send(backend, message);
    this.#held = [];
  }

  answer(message: Buffer): void {
    this.#socket.write(message);
    if (letter(message) !== 'Z') return;
    this.#asked--;
    const backend = this.#backend;
    if (this.#asked > 0 || message[5] !== 'I'.charCodeAt(0) || backend === null) return;
    this.#backend = null;
    this.#pool.giveBack(backend);
  }

  end(): void {
    this.#backend = null;
    this.#socket.destroy();
  }

  #take(messages: Iterable<Buffer>): void {
    for (const message of messages) {
      if (letter(message) === 'X') this.#socket.end();
      else if (this.#backend !== null) this.#send(this.#backend, message);
      else {
        this.#held.push(message);
        if (!this.#isWaiting) this.#pool.borrow(this);
        this.#isWaiting = this.#backend === null;
      }
    }
  }

  #send(backend: Backend, message: Buffer): void {
    if (ASKS.has(letter(message))) this.#asked++;
    backend.socket.write(message);
  }
}

function startup(names: Record<string, string>): Buffer {
  const text = Object.entries(names).map(([name, value]) => `${name}\0${value}\0`);
  const body = Buffer.from(`${text.join('')}\0`);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.writeUInt32BE(196_608, 4);
  return Buffer.concat([head, body]);
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** Signed in, encoded as UTF-8, and ready. */
const WELCOME = Buffer.concat([
  message('R', Buffer.alloc(4)),
  ...Object.entries({ client_encoding: 'UTF8', standard_conforming_strings: 'on' }).map(([name, value]) =>
    message('S', Buffer.from(`${name}\0${value}\0`)),
  ),
  message('K', Buffer.alloc(8)),
  message('Z', Buffer.from('I')),
]);
