import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import * as errors from '../../error.ts';
import type { Store } from '../../store.ts';
import type { Call, Reply, StoreAddress } from './store-process.ts';

/** Parts, and calls of parts, whose answers are stores or live on in the process that asked. */
const HERE: ReadonlySet<string> = new Set(['staging', 'notices', 'queue', 'sessions.rows']);

type Settle = { resolve(value: unknown): void; reject(error: unknown): void };

/**
 * Stores that another process has open. Calls go there; what is given a function or rows that come one by one, or answers with such rows
 * or a store, is done by a connection of this process instead.
 */
export class StoresElsewhere {
  readonly #child: ChildProcess = fork(join(import.meta.dirname, 'store-process.ts'), { serialization: 'advanced' });
  readonly #waiting = new Map<number, Settle>();
  #numbers = 0;
  #opened = 0;
  /** Calls that went to the other process. */
  calls = 0;

  constructor() {
    this.#child.on('message', ({ number, value, failed }: Reply) => {
      const settle = this.#waiting.get(number);
      this.#waiting.delete(number);
      if (failed === undefined) settle?.resolve(value);
      else settle?.reject(errorOf(failed));
    });
  }

  /** The store `here` has open, as the other process has it. */
  async open(place: StoreAddress, here: Store): Promise<Store> {
    const opened = ++this.#opened;
    // Open there from now on, as it is here.
    await this.#ask({ opened, place, owner: null, path: ['size'], given: [] });
    return this.#storeOf(place, here, opened, null);
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
  }

  #storeOf(place: StoreAddress, here: Store, opened: number, owner: string | null): Store {
    const ask = (path: readonly string[], given: readonly unknown[]) => this.#ask({ opened, place, owner, path, given });
    const calls = Object.entries(here).map(([part, value]) => {
      if (part === 'for') return [part, (name: string) => this.#storeOf(place, here.for(name), opened, name)];
      if (part === 'close') return [part, async () => void (await Promise.all([ask([part], []), here.close()]))];
      if (HERE.has(part) || part === 'missing') return [part, value];
      if (typeof value === 'function') return [part, either(value, (given) => ask([part], given))];
      if (typeof value !== 'object' || value === null) return [part, value];
      const methods = Object.entries(value as Record<string, Method>).map(([name, method]) => [
        name,
        HERE.has(`${part}.${name}`) ? method : either(method, (given) => ask([part, name], given)),
      ]);
      return [part, Object.fromEntries(methods)];
    });
    return Object.fromEntries(calls) as Store;
  }

  #ask(call: Omit<Call, 'number'>): Promise<unknown> {
    const number = ++this.#numbers;
    this.calls++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      this.#child.send({ number, ...call });
    });
  }
}

type Method = (...given: unknown[]) => unknown;

/** Goes there, unless it is given what cannot be sent. */
function either(here: Method, there: (given: readonly unknown[]) => unknown): Method {
  return (...given) => (livesHere(given) ? here(...given) : there(given));
}

function livesHere(value: unknown): boolean {
  if (typeof value === 'function') return true;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
  return Symbol.asyncIterator in value || Object.values(value).some(livesHere);
}

/** The error as it was thrown there. */
function errorOf({ name, ...failed }: NonNullable<Reply['failed']>): Error {
  const known = (errors as unknown as Record<string, { prototype: object } | undefined>)[name];
  const error = Object.create((known ?? Error).prototype) as Error;
  const own = Object.entries({ name, ...failed }).map(([key, value]) => [key, { value, enumerable: key !== 'message' }]);
  return Object.defineProperties(error, Object.fromEntries(own)) as Error;
}
