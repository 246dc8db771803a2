/** Where an answer does not say what an older one said; what it says beyond that is no difference. */
export function differences(at: string, then: unknown, now: unknown): readonly string[] {
  if (Object.is(then, now)) return [];
  if (Array.isArray(then) && Array.isArray(now)) return listDifferences(at, then, now);
  if (isRecord(then) && isRecord(now))
    return Object.entries(then).flatMap(([key, value]) => differences(`${at} ${key}`, value, now[key]));
  return [`${at}: ${show(then)} → ${show(now)}`];
}

/** Lists of what has a name are compared by it; other ones item by item, and have as many. */
function listDifferences(at: string, then: readonly unknown[], now: readonly unknown[]): readonly string[] {
  const named = new Map(now.map((item) => [nameOf(item), item]));
  if (then.every((item) => nameOf(item) !== null) && new Set(then.map(nameOf)).size === then.length)
    return then.flatMap((item) => differences(`${at} ${nameOf(item)}`, item, named.get(nameOf(item))));
  if (then.length !== now.length) return [`${at}: ${then.length} items → ${now.length}`];
  return then.flatMap((item, index) => differences(`${at} ${index}`, item, now[index]));
}

function nameOf(item: unknown): string | null {
  const { id, key } = isRecord(item) ? item : {};
  return typeof id === 'string' ? id : typeof key === 'string' ? key : null;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 200);
}
