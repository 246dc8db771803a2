import { createHmac, randomBytes } from 'node:crypto';

/** Tokens remembered; the oldest are forgotten first and count as guesses again. */
const REMEMBERED = 10_000;

/** Tokens that were refused, by who showed them. Kept as hashes under a key of this process: some are another server's. */
export class RefusedTokens {
  readonly #key = randomBytes(32);
  readonly #seen = new Set<string>();

  has(address: string, token: string): boolean {
    return this.#seen.has(this.#hash(address, token));
  }

  add(address: string, token: string): void {
    this.#seen.add(this.#hash(address, token));
    const [oldest] = this.#seen;
    if (this.#seen.size > REMEMBERED && oldest !== undefined) this.#seen.delete(oldest);
  }

  #hash(address: string, token: string): string {
    return createHmac('sha256', this.#key).update(address).update('\0').update(token).digest('base64');
  }
}
