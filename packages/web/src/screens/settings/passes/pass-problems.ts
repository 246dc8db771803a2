/** Problems of one pass, by paths that begin in it: `passes[1].name` becomes `name`. */
export function passProblems(problems: Readonly<Record<string, string>>, index: number): Readonly<Record<string, string>> {
  const prefix = `passes[${index}].`;
  return Object.fromEntries(
    Object.entries(problems)
      .filter(([field]) => field.startsWith(prefix))
      .map(([field, message]) => [field.slice(prefix.length), message]),
  );
}
