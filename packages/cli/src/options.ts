import { type Command, InvalidArgumentError, Option } from 'commander';

/** What every command that reads conversations can be told. */
export interface ReadingOptions {
  readonly model?: string;
  readonly id?: string;
  readonly line?: number;
  readonly json?: true;
}

/** Tokens to come down to: a number, or a percentage of the room. */
export type Target = { readonly tokens: number } | { readonly percent: number };

/** Adds the options of every command that reads conversations. */
export function withReadingOptions(command: Command): Command {
  return command
    .option('-m, --model <name>', "count for this model, as openai:gpt-4o or gpt-4o (default: the file's own, else gpt-4o)")
    .addOption(new Option('--id <id>', 'only the conversation with this id, or this piece of one').conflicts('line'))
    .addOption(new Option('--line <n>', 'only the conversation that starts on this line').argParser(parseLine))
    .option('--json', 'print one JSON object instead of a drawing');
}

/** `12000`, `12,000`, `12k` or `1.5M`. */
export function parseTokens(given: string): number {
  const match = /^(\d+(?:\.\d+)?)([km]?)$/i.exec(given.trim().replace(/(?<=\d)[,_](?=\d{3})/g, ''));
  const tokens = match === null ? Number.NaN : Math.round(Number(match[1]) * (scale[(match[2] ?? '').toLowerCase()] ?? 1));
  if (!Number.isSafeInteger(tokens)) throw new InvalidArgumentError('Expected a number of tokens, such as 12000 or 12k.');
  return tokens;
}

const scale: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 };

/** Tokens, or `40%`. */
export function parseTarget(given: string): Target {
  const expected = 'Expected tokens above 0, such as 12000 or 12k, or a share of the room from 1% to 100%.';
  if (given.trim().endsWith('%')) {
    const percent = Number(given.trim().slice(0, -1) || Number.NaN);
    if (!(percent > 0 && percent <= 100)) throw new InvalidArgumentError(expected);
    return { percent };
  }
  const tokens = /^[\d.,_]+[km]?$/i.test(given.trim()) ? parseTokens(given) : 0;
  if (tokens < 1) throw new InvalidArgumentError(expected);
  return { tokens };
}

/** A target in tokens. */
export function targetTokens(target: Target, room: number): number {
  return 'tokens' in target ? target.tokens : Math.floor((room * target.percent) / 100);
}

function parseLine(given: string): number {
  const line = Number(given);
  if (!Number.isInteger(line) || line < 1) throw new InvalidArgumentError('Expected the number of a line, counted from 1.');
  return line;
}

/** Passages that are looked for at most. */
export function parsePassages(given: string): number {
  const count = Number(given);
  if (!Number.isInteger(count) || count < 1 || count > 20) throw new InvalidArgumentError('Expected a number from 1 to 20.');
  return count;
}

/** A port to listen on; 0 for any that is free. */
export function parsePort(given: string): number {
  const port = Number(given);
  if (!/^\d+$/.test(given) || port > 65_535) throw new InvalidArgumentError('Expected a port from 0 to 65535.');
  return port;
}
