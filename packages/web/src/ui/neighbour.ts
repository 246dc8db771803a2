/** The item one step on from a place, at most the last; the first from nowhere (−1). */
export function neighbour<Item>(items: readonly Item[], place: number, step: 1 | -1): Item | undefined {
  return items[place === -1 ? 0 : Math.min(items.length - 1, Math.max(0, place + step))];
}
