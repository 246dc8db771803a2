/**
 * Text as every database takes it: none holds a zero byte or half of a surrogate pair in a text column. Messages lose nothing by
 * it, since JSON writes both as escapes.
 */
export function storableText(text: string): string {
  return text.isWellFormed() && !text.includes('\0') ? text : text.toWellFormed().replaceAll('\0', '\u{FFFD}');
}

/** Parameters of a statement, their texts as every database takes them. */
export function storable(parameters: readonly unknown[]): unknown[] {
  const taken = [...parameters];
  for (const [at, value] of parameters.entries()) if (typeof value === 'string') taken[at] = storableText(value);
  return taken;
}
