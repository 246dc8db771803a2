/** Positions by gain, the largest on top; those worth nothing are left out. */
export class Heap {
  private readonly items: number[] = [];
  private readonly gains: Float64Array;

  constructor(gains: Float64Array) {
    this.gains = gains;
    for (let at = 0; at < gains.length; at++) if ((gains[at] as number) > 0) this.items.push(at);
    for (let at = (this.items.length >> 1) - 1; at >= 0; at--) this.sink(at);
  }

  get size(): number {
    return this.items.length;
  }

  get top(): number {
    return this.items[0] as number;
  }

  get topGain(): number {
    return this.gains[this.top] as number;
  }

  /** Gives the top one a smaller gain and its new place. */
  lower(gain: number): void {
    if (gain <= 0) this.drop();
    else {
      this.gains[this.top] = gain;
      this.sink(0);
    }
  }

  drop(): void {
    const last = this.items.pop() as number;
    if (this.items.length === 0) return;
    this.items[0] = last;
    this.sink(0);
  }

  private sink(from: number): void {
    const { items, gains } = this;
    const item = items[from] as number;
    const gain = gains[item] as number;
    let at = from;
    for (let child = at * 2 + 1; child < items.length; child = at * 2 + 1) {
      if (child + 1 < items.length && (gains[items[child + 1] as number] as number) > (gains[items[child] as number] as number))
        child++;
      if ((gains[items[child] as number] as number) <= gain) break;
      items[at] = items[child] as number;
      at = child;
    }
    items[at] = item;
  }
}
