import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

/** Sources that are run: these, or another checkout, so that what was mended can be seen to fail where it was not. */
const CHECKOUT = process.env.TENFOLD_CHECKOUT ?? path.join(import.meta.dirname, '../..');
const MAIN = path.join(CHECKOUT, 'packages/cli/src/main.ts');
const ENVIRONMENT = { PATH: process.env.PATH ?? '', HOME: tmpdir() };

// biome-ignore lint/suspicious/noExplicitAny: whatever a version answers.
type Answer = any;

/** The program as somebody starts it, on a home of its own. */
export class Program {
  readonly home = mkdtempSync(path.join(tmpdir(), 'tenfold-findings-'));
  #child: ChildProcess | null = null;
  #url = '';

  async start(): Promise<this> {
    const args = [MAIN, 'serve', '--home', this.home, '--no-open', '--no-web', '--port', '0'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'], env: ENVIRONMENT });
    this.#child = child;
    for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
      if (!line.startsWith('http://')) continue;
      this.#url = line.trim();
      child.stdout?.resume();
      return this;
    }
    throw new Error(`It did not start: ${child.exitCode}`);
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'exit');
    child.kill('SIGKILL');
    await closed;
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.home, { recursive: true, force: true });
  }

  /** Another command on the home; its exit code and what it said. */
  run(...args: readonly string[]): { code: number | null; said: string } {
    const done = spawnSync(process.execPath, [MAIN, ...args, '--home', this.home], { encoding: 'utf8', env: ENVIRONMENT });
    return { code: done.status, said: done.stdout + done.stderr };
  }

  async call(method: string, at: string, body?: unknown): Promise<{ status: number; body: Answer; text: string }> {
    const headers = { 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(this.#url + at, { method, ...(method === 'GET' ? {} : { headers }), ...sent });
    const said = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true && !said.startsWith('{"role"');
    return { status: response.status, text: said, body: isJson ? parsed(said) : null };
  }

  /** Milliseconds of CPU that its main thread has spent so far. */
  get loopMs(): number {
    return Number(readFileSync(`/proc/${this.#child?.pid}/task/${this.#child?.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  }

  /** How long something kept everybody else waiting: milliseconds of CPU its main thread spent before it answered another, at most. */
  async heldBy(work: () => Promise<unknown>): Promise<number> {
    await this.call('GET', '/healthz');
    let [over, most] = [false, 0];
    const done = work().finally(() => {
      over = true;
    });
    while (!over) {
      const before = this.loopMs;
      await this.call('GET', '/healthz');
      most = Math.max(most, this.loopMs - before);
    }
    await done;
    return most;
  }

  /** Seconds of CPU that something cost it. */
  async cpuOf(work: () => Promise<unknown>): Promise<number> {
    const spent = () => {
      const fields = readFileSync(`/proc/${this.#child?.pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return (Number(fields[11]) + Number(fields[12])) / 100;
    };
    const before = spent();
    await work();
    return spent() - before;
  }
}

function parsed(text: string): Answer {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A place that answers as it is told, to the how-manieth request that says something, and remembers who came with what. */
export async function listener(answer: (response: ServerResponse, asked: number) => void) {
  const seen: (IncomingHttpHeaders & { body: string })[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    seen.push({ ...request.headers, body });
    answer(response, seen.filter((request) => request.body !== '').length);
  });
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  return {
    seen,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** An answer in the format of OpenAI's chats. */
export function say(response: ServerResponse, words: string): void {
  const chunk = (choice: object) =>
    `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, ...choice }] })}\n\n`;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (words !== '') response.write(chunk({ delta: { role: 'assistant', content: words } }));
  response.end(`${chunk({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`);
}

/** The same as Anthropic says it; no words are an answer without content. */
export function sayAnthropic(response: ServerResponse, words: string): void {
  const event = (type: string, more: object) => response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const usage = { input_tokens: 9, output_tokens: 1 };
  const message = {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'c',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  event('message_start', { message });
  if (words !== '') {
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: words } });
    event('content_block_stop', { index: 0 });
  }
  event('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 1 } });
  event('message_stop', {});
  response.end();
}
