import { randomUUID } from 'node:crypto';
import type { Passage, TrafficSums } from '@tenfold/contract';
import type { WireId } from '@tenfold/dialects';
import { BoundedMap, listedModel } from '@tenfold/session';
import type { TrafficLog } from './traffic-log.ts';

/** What a request was, for the inspector. */
export interface PassedBodies {
  readonly path: string;
  readonly received: string;
  readonly sent: string;
}

const MAX_PASSAGES = 500;
/** Runs of wrapped programs whose sums are kept. */
const MAX_RUNS = 1_000;
/** Branches whose folds are remembered as counted; one that comes back after so many others is counted again. */
const MAX_BRANCHES = 10_000;
const MAX_BODY_CHARS = 64 * 1024 * 1024;

/** The newest requests that passed through this process, and their sums. */
export class Traffic {
  readonly #passages = new Map<string, Passage>();
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

  begin(facts: Pick<Passage, 'at' | 'client' | 'group' | 'run' | 'wire' | 'model'>, id: string = randomUUID()): Passage {
    const passage: Passage = {
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
    this.#remember(passage);
    return passage;
  }

  #remember(passage: Passage): void {
    this.#passages.set(passage.id, passage);
    if (this.#passages.size > MAX_PASSAGES) this.#forget(this.#passages.keys().next().value as string);
  }

  /** What is kept and was not seen here. */
  #readNew(): void {
    for (const passage of this.#log?.readNew() ?? []) {
      if (this.#passages.has(passage.id)) continue;
      this.#remember(passage);
      this.#count(passage);
    }
  }

  keep(id: string, bodies: PassedBodies): void {
    this.#bodies.set(id, bodies);
    this.#bodyChars += sizeOf(bodies);
    while (this.#bodyChars > MAX_BODY_CHARS) this.#forgetBodies(this.#bodies.keys().next().value as string);
  }

  /** The request is over. */
  finish(passage: Passage): void {
    price(passage);
    this.#count(passage);
    this.#log?.add(passage);
  }

  #count(passage: Passage): void {
    const key = `${passage.session}\n${passage.branch}`;
    const folds = Math.max(0, passage.folds - (this.#foldsOf.get(key) ?? 0));
    this.#foldsOf.set(key, passage.folds);
    add(this.#sumsOf(null), passage, folds);
    if (passage.run !== null) add(this.#sumsOf(passage.run), passage, folds);
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
  list(): readonly Passage[] {
    this.#readNew();
    return [...this.#passages.values()].sort((a, b) => b.at - a.at);
  }

  get(id: string): { readonly passage: Passage; readonly bodies: PassedBodies | null } | null {
    if (!this.#passages.has(id)) this.#readNew();
    const passage = this.#passages.get(id);
    return passage === undefined ? null : { passage, bodies: this.#bodies.get(id) ?? null };
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
    this.#passages.delete(id);
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

function add(sums: Sums, passage: Passage, folds: number): void {
  sums.requests++;
  sums.before += passage.before;
  sums.after += passage.after;
  sums.folds += folds;
  if (passage.status !== null && passage.status >= 400 && passage.status < 500) sums.refusals++;
  if (passage.cost === null || passage.costWithout === null) sums.priced &&= passage.billed === null;
  sums.cost += passage.cost ?? 0;
  sums.costWithout += passage.costWithout ?? 0;
}

function sizeOf({ received, sent }: PassedBodies): number {
  return received.length + (sent === received ? 0 : sent.length);
}

const PROVIDERS: Readonly<Record<WireId, string>> = {
  anthropic: 'anthropic',
  'openai-chat': 'openai',
  'openai-responses': 'openai',
  gemini: 'google',
};

/** What was billed at list prices, and what all that came would have cost, nothing of the difference cached. */
function price(passage: Passage): void {
  const { billed, wire, model, before, after } = passage;
  const listed = billed === null ? undefined : listedModel(PROVIDERS[wire], model);
  if (billed === null || listed === undefined) return;
  const { input, output, cacheRead = input, cacheWrite = input } = listed.price;
  const plain = billed.input - billed.cacheRead - billed.cacheWrite;
  const dollars =
    (plain * input + billed.cacheRead * cacheRead + billed.cacheWrite * cacheWrite + billed.output * output) / 1_000_000;
  passage.cost = dollars;
  passage.costWithout = dollars + (Math.max(0, before - after) * cacheRead) / 1_000_000;
}
