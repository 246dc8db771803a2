const steps = (path: string) => path.split(/[.[\]]+/).filter(Boolean);

/** What stands at a path such as `overrides[0].operations`; undefined where nothing does. */
export function valueAt(value: unknown, path: string): unknown {
  return steps(path).reduce<unknown>((at, step) => (isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined), value);
}

/** A value with something put at a path. Null, and a list of nothing, take out what stands there. */
export function withValueAt<Value>(value: Value, path: string, next: unknown): Value {
  return put(value, steps(path), next) as Value;
}

function put(value: unknown, [step, ...rest]: readonly string[], next: unknown): unknown {
  if (step === undefined) return next;
  if (Array.isArray(value)) return value.with(Number(step), put(value[Number(step)], rest, next));
  const { [step]: _, ...others } = isObject(value) ? value : {};
  const after = put(valueAt(value, step), rest, next);
  return after === null || (Array.isArray(after) && after.length === 0) ? others : { ...(value as object), [step]: after };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
