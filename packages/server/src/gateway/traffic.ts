import { randomUUID } from 'node:crypto';
import type { PassedRequest, TrafficSums } from '@tenfold/contract';
import { WIRE_PROVIDERS } from '@tenfold/dialects';
import { BoundedMap, listedModel } from '@tenfold/session';
import type { TrafficLog } from './traffic-log.ts';

/** What a request was, for the inspector. */
export interface PassedBodies {
  readonly path: string;
  readonly received: string;
  readonly sent: string;
}

const MAX_REQUESTS = 500;
/** Runs of wrapped programs whose sums are kept. */
const MAX_RUNS = 1_000;
/** Branches whose folds are remembered as counted; one that comes back after so many others is counted again. */
const MAX_BRANCHES = 10_000;
const MAX_BODY_CHARS = 64 * 1024 * 1024;

/** The newest requests that passed through this process, and their sums. */
export class Traffic {
  readonly #requests = new Map<string, PassedRequest>();
  readonly #bodies = new Map<string, PassedBodies>();
  #bodyChars = 0;
  /** Of all that passed under null, and of runs. */
  readonly #sums = new Map<string | null, Sums>([[null, { ...NOTHING }]]);
  readonly #foldsOf = new BoundedMap<string, number>(MAX_BRANCHES);
  readonly #log: TrafficLog | null;

  /** What passed before, and passes through other processes, is listed too where it is kept. */
  constructor(log: TrafficLog | null = null) {
    this.#log = log;
    // Folds that were counted then are not those of a request that passes now.
    this.#readNew();
  }

  begin(
    facts: Pick<PassedRequest, 'at' | 'client' | 'group' | 'run' | 'wire' | 'model'>,
    id: string = randomUUID(),
  ): PassedRequest {
    const passed: PassedRequest = {
      id,
      ...facts,
      session: null,
      branch: null,
      status: null,
      before: 0,
      after: 0,
      folds: 0,
      strategy: '',
      aside: null,
      billed: null,
      cost: null,
      costWithout: null,
      firstMs: null,
      totalMs: null,
      error: null,
    };
    this.#remember(passed);
    return passed;
  }

  #remember(passed: PassedRequest): void {
    this.#requests.set(passed.id, passed);
    if (this.#requests.size > MAX_REQUESTS) this.#forget(this.#requests.keys().next().value as string);
  }

  /** What is kept and was not seen here. */
  #readNew(): void {
    for (const passed of this.#log?.readNew() ?? []) {
      if (this.#requests.has(passed.id)) continue;
      this.#remember(passed);
      this.#count(passed);
    }
  }

  keep(id: string, bodies: PassedBodies): void {
    this.#bodies.set(id, bodies);
    this.#bodyChars += sizeOf(bodies);
    while (this.#bodyChars > MAX_BODY_CHARS) this.#forgetBodies(this.#bodies.keys().next().value as string);
  }

  /** The request is over. */
  finish(passed: PassedRequest): void {
    price(passed);
    this.#count(passed);
    this.#log?.add(passed);
  }

  #count(passed: PassedRequest): void {
    const key = `${passed.session}\n${passed.branch}`;
    const folds = Math.max(0, passed.folds - (this.#foldsOf.get(key) ?? 0));
    this.#foldsOf.set(key, passed.folds);
    add(this.#sumsOf(null), passed, folds);
    if (passed.run !== null) add(this.#sumsOf(passed.run), passed, folds);
  }

  #sumsOf(run: string | null): Sums {
    const known = this.#sums.get(run);
    if (known !== undefined) return known;
    const sums = { ...NOTHING };
    this.#sums.set(run, sums);
    const [, oldest = null] = this.#sums.keys();
    if (this.#sums.size > MAX_RUNS) this.#sums.delete(oldest);
    return sums;
  }

  close(): void {
    this.#log?.close();
  }

  /** Newest first. */
  list(): readonly PassedRequest[] {
    this.#readNew();
    return [...this.#requests.values()].sort((a, b) => b.at - a.at);
  }

  get(id: string): { readonly request: PassedRequest; readonly bodies: PassedBodies | null } | null {
    if (!this.#requests.has(id)) this.#readNew();
    const passed = this.#requests.get(id);
    return passed === undefined ? null : { request: passed, bodies: this.#bodies.get(id) ?? null };
  }

  /** Of all that is and was listed. */
  get sums(): TrafficSums {
    return this.sumsOf(null);
  }

  /** Of one run of a wrapped program; of all that passed for null. */
  sumsOf(run: string | null): TrafficSums {
    this.#readNew();
    const { priced, cost, costWithout, ...sums } = this.#sums.get(run) ?? NOTHING;
    return { ...sums, cost: priced ? cost : null, costWithout: priced ? costWithout : null };
  }

  #forget(id: string): void {
    this.#requests.delete(id);
    this.#forgetBodies(id);
  }

  #forgetBodies(id: string): void {
    const bodies = this.#bodies.get(id);
    if (bodies === undefined) return;
    this.#bodies.delete(id);
    this.#bodyChars -= sizeOf(bodies);
  }
}

interface Sums {
  requests: number;
  before: number;
  after: number;
  folds: number;
  refusals: number;
  cost: number;
  costWithout: number;
  priced: boolean;
}

const NOTHING: Readonly<Sums> = {
  requests: 0,
  before: 0,
  after: 0,
  folds: 0,
  refusals: 0,
  cost: 0,
  costWithout: 0,
  priced: true,
};

function add(sums: Sums, passed: PassedRequest, folds: number): void {
  sums.requests++;
  sums.before += passed.before;
  sums.after += passed.after;
  sums.folds += folds;
  if (passed.status !== null && passed.status >= 400 && passed.status < 500) sums.refusals++;
  if (passed.cost === null || passed.costWithout === null) sums.priced &&= passed.billed === null;
  sums.cost += passed.cost ?? 0;
  sums.costWithout += passed.costWithout ?? 0;
}

function sizeOf({ received, sent }: PassedBodies): number {
  return received.length + (sent === received ? 0 : sent.length);
}

/** What was billed at list prices, and what all that came would have cost, nothing of the difference cached. */
function price(passed: PassedRequest): void {
  const { billed, wire, model, before, after } = passed;
  const listed = billed === null ? undefined : listedModel(WIRE_PROVIDERS[wire], model);
  if (billed === null || listed === undefined) return;
  const { input, output, cacheRead = input, cacheWrite = input } = listed.price;
  const plain = billed.input - billed.cacheRead - billed.cacheWrite;
  const dollars =
    (plain * input + billed.cacheRead * cacheRead + billed.cacheWrite * cacheWrite + billed.output * output) / 1_000_000;
  passed.cost = dollars;
  passed.costWithout = dollars + (Math.max(0, before - after) * cacheRead) / 1_000_000;
}
