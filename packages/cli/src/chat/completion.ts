import { COMMANDS } from './command-list.ts';

/** Commands that begin with what is typed; none once a command is followed by more. */
export function fittingCommands(text: string): readonly (readonly [usage: string, does: string])[] {
  return text.startsWith('/') && !/\s/.test(text) ? COMMANDS.filter(([usage]) => usage.startsWith(text)) : [];
}

/** What Tab makes of what is typed: as far as all fitting commands agree, with a space after the only one. */
export function completed(text: string): string {
  const names = fittingCommands(text).map(([usage]) => usage.split(' ', 1)[0] ?? '');
  const [first] = names;
  if (first === undefined) return text;
  if (names.length === 1) return `${first} `;
  let end = text.length;
  while (end < first.length && names.every((name) => name.startsWith(first.slice(0, end + 1)))) end++;
  return first.slice(0, end);
}
