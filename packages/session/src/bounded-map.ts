/** A map that forgets what was used longest ago once it holds more than it may. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #max: number;

  constructor(max: number) {
    super();
    this.#max = max;
  }

  override get(key: K): V | undefined {
    const value = super.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  override set(key: K, value: V): this {
    super.delete(key);
    super.set(key, value);
    if (this.size <= this.#max) return this;
    const [oldest] = this.keys();
    super.delete(oldest as K);
    return this;
  }
}
