import type { Found } from '../evidence/found.ts';

/** The facts that begin inside a stretch; stretches must come in order. */
export function factsByPlace(found: readonly Found[]): (start: number, end: number) => readonly Found[] {
  const inOrder = [...found].sort((a, b) => a.at - b.at);
  let next = 0;
  return (start, end) => {
    while (next < inOrder.length && (inOrder[next] as Found).at < start) next++;
    const first = next;
    while (next < inOrder.length && (inOrder[next] as Found).at < end) next++;
    return inOrder.slice(first, next);
  };
}
