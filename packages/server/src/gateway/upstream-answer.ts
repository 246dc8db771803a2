import { headerPairs, type RawHeaders } from './raw-headers.ts';

/** Takes a chunk, and says whether more is wanted at once. */
export type Take = (chunk: Buffer) => boolean;

/** Bytes that wait for their reader before the upstream is held back, and what each chunk of them costs beside. */
const MAX_WAITING = 1024 * 1024;
const CHUNK = 200;

/** Whether an answer of this status has none of the bytes that it may say it has. */
export function hasNoBody(status: number): boolean {
  return status === 204 || status === 304;
}

/** What an upstream answers, there as soon as its head is; its body is read once. */
export class UpstreamAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly rawHeaders: RawHeaders;
  readonly #resume: () => void;
  readonly #abort: () => void;
  readonly #over = Promise.withResolvers<boolean>();
  /** What came before there was a reader. */
  #waiting: Buffer[] = [];
  #size = 0;
  #take: Take | null = null;
  #look: ((chunk: Buffer) => void) | null = null;

  constructor(
    head: Pick<UpstreamAnswer, 'status' | 'statusText' | 'rawHeaders'>,
    flow: { readonly resume: () => void; readonly abort: () => void },
  ) {
    this.status = head.status;
    this.statusText = head.statusText;
    this.rawHeaders = head.rawHeaders;
    this.#resume = flow.resume;
    this.#abort = flow.abort;
  }

  header(name: string): string | undefined {
    for (const [there, value] of headerPairs(this.rawHeaders)) if (there === name) return value;
    return undefined;
  }

  /** Shows what comes, and keeps it for its reader, until `enough` is there or it is over. */
  async hold(look: (chunk: Buffer) => void, enough: Promise<unknown>): Promise<void> {
    for (const chunk of this.#waiting) look(chunk);
    this.#look = look;
    await Promise.race([enough, this.#over.promise]);
    this.#look = null;
  }

  /** Gives each chunk away as it comes. Resolves at the end: true where all of it came. */
  read(take: Take): Promise<boolean> {
    this.#take = take;
    const waiting = this.#waiting;
    this.#waiting = [];
    let wantsMore = true;
    for (const chunk of waiting) wantsMore = take(chunk);
    if (wantsMore && this.#size > MAX_WAITING) this.#resume();
    return this.#over.promise;
  }

  /** The whole body; null where it is longer than `max`, of which no more is read. @throws where it broke off */
  async whole(max: number): Promise<Buffer | null> {
    const chunks: Buffer[] = [];
    let size = 0;
    const isWhole = await this.read((chunk) => {
      size += chunk.length;
      if (size <= max) chunks.push(chunk);
      else this.destroy();
      return true;
    });
    if (size > max) return null;
    if (!isWhole) throw new Error('the connection was closed');
    return Buffer.concat(chunks);
  }

  /** Goes on after a chunk of which `take` said that no more is wanted. */
  resume(): void {
    this.#resume();
  }

  /** Nobody reads on: the connection to the upstream is closed. */
  destroy(): void {
    this.#abort();
    this.#over.resolve(false);
  }

  /** For who receives it: a chunk has come. */
  push(chunk: Buffer): boolean {
    if (this.#take !== null) return this.#take(chunk);
    this.#waiting.push(chunk);
    this.#size += chunk.length + CHUNK;
    this.#look?.(chunk);
    return this.#size <= MAX_WAITING;
  }

  /** For who receives it: it is over. */
  finish(isWhole: boolean): void {
    this.#over.resolve(isWhole);
  }
}
