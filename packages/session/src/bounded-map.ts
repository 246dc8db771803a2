/** A map that forgets what was used longest ago once it holds more than it may: so many, or what weighs so much; what was set last stays. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #max: number;
  readonly #weightOf: ((value: V, key: K) => number) | undefined;
  #weight = 0;

  constructor(max: number, weightOf?: (value: V, key: K) => number) {
    super();
    this.#max = max;
    this.#weightOf = weightOf;
  }

  override get(key: K): V | undefined {
    const value = super.get(key);
    // Last in line again.
    if (value !== undefined && super.delete(key)) super.set(key, value);
    return value;
  }

  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    this.#weight += this.#weightOf?.(value, key) ?? 1;
    while (this.#weight > this.#max && this.size > 1) this.delete(this.keys().next().value as K);
    return this;
  }

  override delete(key: K): boolean {
    const value = super.get(key);
    const was = super.delete(key);
    if (was) this.#weight -= this.#weightOf?.(value as V, key) ?? 1;
    return was;
  }

  override clear(): void {
    super.clear();
    this.#weight = 0;
  }
}
