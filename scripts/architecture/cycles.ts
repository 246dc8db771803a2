/**
 * Import cycles as lists of files, each strongly connected group once (Tarjan, without recursion, linear).
 * `edges` leads from a file to the files it imports; what is not a key is ignored.
 */
export function cyclesIn(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const groups: string[][] = [];

  const enter = (file: string) => {
    order.set(file, order.size);
    low.set(file, order.size - 1);
    stack.push(file);
    onStack.add(file);
    return { file, targets: (edges.get(file) ?? []).filter((target) => edges.has(target)), next: 0 };
  };
  const lower = (file: string, value: number | undefined) => low.set(file, Math.min(low.get(file) ?? 0, value ?? 0));
  const leave = (file: string) => {
    if (low.get(file) !== order.get(file)) return;
    const group = stack.splice(stack.lastIndexOf(file));
    for (const member of group) onStack.delete(member);
    if (group.length > 1 || edges.get(file)?.includes(file)) groups.push(group);
  };

  for (const start of edges.keys()) {
    if (order.has(start)) continue;
    const path = [enter(start)];
    for (let frame = path.at(-1); frame !== undefined; frame = path.at(-1)) {
      const target = frame.targets[frame.next++];
      if (target === undefined) {
        leave(frame.file);
        path.pop();
        const parent = path.at(-1);
        if (parent !== undefined) lower(parent.file, low.get(frame.file));
      } else if (!order.has(target)) {
        path.push(enter(target));
      } else if (onStack.has(target)) {
        lower(frame.file, order.get(target));
      }
    }
  }
  return groups;
}

/** The shortest way from a file through its group back to itself: what to show of a large group. */
export function circleThrough(start: string, group: readonly string[], edges: ReadonlyMap<string, readonly string[]>): string[] {
  const inside = new Set(group);
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    for (const target of edges.get(file) ?? []) {
      if (target === start) {
        const way = [file];
        for (let at = file; at !== start; at = way[0] ?? start) way.unshift(cameFrom.get(at) ?? start);
        return [...way, start];
      }
      if (!inside.has(target) || cameFrom.has(target)) continue;
      cameFrom.set(target, file);
      queue.push(target);
    }
  }
  return [start];
}
