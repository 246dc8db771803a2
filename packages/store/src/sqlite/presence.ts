import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Presence } from '../scope.ts';
import { asStoreError } from './fault.ts';

const NAME = /^[\w-]+$/;

/**
 * Who has a file open, each by a lock on a file of its own beside it. The system holds it and drops it with the process, however that ends,
 * and for processes in containers of their own too, whose numbers mean nothing to each other.
 */
export class LockPresence implements Presence {
  readonly #file: string;
  readonly #shown = new Map<string, Database.Database>();

  constructor(file: string) {
    this.#file = file;
  }

  show(name: string): () => void {
    const path = this.#pathOf(name);
    try {
      closeSync(openSync(path, 'a', 0o600));
      const lock = new Database(path, { timeout: 0 });
      this.#shown.set(name, lock);
      lock.exec('begin exclusive');
    } catch (error) {
      this.#end(name);
      throw asStoreError(error, path);
    }
    return () => this.#end(name);
  }

  isShown(name: string): boolean {
    if (!NAME.test(name) || !existsSync(this.#pathOf(name))) return false;
    let lock: Database.Database | undefined;
    try {
      lock = new Database(this.#pathOf(name), { timeout: 0 });
      lock.exec('begin exclusive');
    } catch {
      return true;
    } finally {
      lock?.close();
    }
    // Nobody takes a name twice, so what a dead process left is nobody's.
    rmSync(this.#pathOf(name), { force: true });
    return false;
  }

  close(): void {
    for (const name of this.#shown.keys()) this.#end(name);
  }

  #end(name: string): void {
    if (!this.#shown.has(name)) return;
    this.#shown.get(name)?.close();
    this.#shown.delete(name);
    rmSync(this.#pathOf(name), { force: true });
  }

  #pathOf(name: string): string {
    return `${this.#file}-here-${name}`;
  }
}
