/** The words of a command as it was typed; quotes hold some together. Nothing else of a shell is meant. */
export function wordsIn(line: string): readonly string[] {
  return [...line.matchAll(/(?:"([^"]*)"|'([^']*)'|[^\s"']+)+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''),
  );
}

/** A command as it is confirmed, every word of it to be told from the next. */
export function commandLine(command: readonly string[]): string {
  return command.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}
