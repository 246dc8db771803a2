import { type Store, StoreFault, StoreFull } from '@tenfold/store';

/** What happens to a store that fails: calls until it does, what then, and whether the work is done all the same. */
export interface StoreTrouble {
  readonly after: number;
  readonly kind: 'full' | 'fault';
  /** The write is on disk and only the word of it is lost. */
  readonly isDone: boolean;
}

/** What answers at once. */
const SYNCHRONOUS = new Set(['notices', 'staging']);
/** What is looked after by clocks of its own, or written before anybody talks. */
const UNTOUCHED = new Set(['leases', 'queue', 'people', 'models', 'profiles']);

/** A store whose disk fails once when it is told to, or for ever once its process is dead. */
export class FailingStore {
  readonly store: Store;
  #trouble: StoreTrouble | null = null;
  #calls = 0;
  #isDead = false;
  readonly #locks: (() => void)[] = [];

  constructor(store: Store) {
    this.store = this.#wrapped(store);
  }

  fail(trouble: StoreTrouble | null): void {
    this.#trouble = trouble;
    this.#calls = 0;
  }

  /** From now on nothing reaches the disk: the process is gone. */
  die(): void {
    this.#isDead = true;
    for (const drop of this.#locks) drop();
  }

  #wrapped(store: Store): Store {
    return new Proxy(store, {
      get: (target, key: keyof Store & string) => {
        const value = target[key] as unknown;
        if (key === 'for') return (owner: string) => this.#wrapped(target.for(owner));
        if (key === 'transaction')
          return (session: string, work: (unit: Store) => Promise<unknown>) =>
            this.#call(() => target.transaction(session, (unit) => work(this.#wrapped(unit))));
        if (key === 'leases' && !this.#isDead) return { ...target.leases, appear: this.#locked(target.leases.appear) };
        if (typeof value !== 'object' || value === null) return typeof value === 'function' ? value.bind(target) : value;
        return SYNCHRONOUS.has(key) || (UNTOUCHED.has(key) && !this.#isDead) ? value : this.#group(value);
      },
    });
  }

  #locked(appear: Store['leases']['appear']): Store['leases']['appear'] {
    return (holder) => {
      const disappear = appear(holder);
      this.#locks.push(disappear);
      return disappear;
    };
  }

  #group(group: object): object {
    return new Proxy(group, {
      get: (target, key) => {
        const value = Reflect.get(target, key) as unknown;
        return typeof value !== 'function' ? value : (...args: unknown[]) => this.#call(() => value.apply(target, args));
      },
    });
  }

  #call<T>(work: () => T): T {
    if (this.#isDead) return Promise.reject(new StoreFault({}, 'dead')) as T;
    const trouble = this.#trouble;
    if (trouble === null || ++this.#calls < trouble.after) return work();
    this.#trouble = null;
    const error = trouble.kind === 'full' ? new StoreFull({}, 'simulated') : new StoreFault({}, 'simulated');
    if (!trouble.isDone) return Promise.reject(error) as T;
    return (async () => {
      await work();
      throw error;
    })() as T;
  }
}
