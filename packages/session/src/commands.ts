import { type Checkpoint, type Job, nearestCommand } from '@tenfold/contract';
import type { SessionId } from '@tenfold/store';
import type { Checkpoints } from './checkpoints/checkpoints.ts';
import type { Folding } from './folding/folding.ts';
import { invalidRequest, SessionError } from './session-error.ts';

/** What a command did. */
export interface CommandResult {
  readonly ok: boolean;
  readonly message: string;
  readonly job?: Job;
  readonly checkpoint?: Checkpoint;
}

/** Slash commands. They never reach the model. */
export interface Commands {
  /** `/compact [--force] [--fast] [--keep TOKENS]`, `/summarize`, `/save-progress ["label"]`. */
  run(session: SessionId, line: string): Promise<CommandResult>;
}

/** What commands call. */
export interface CommandParts {
  readonly folding: Folding;
  readonly checkpoints: Checkpoints;
}

/** The slash commands of sessions. */
export function createCommands({ folding, checkpoints }: CommandParts): Commands {
  const compact = async (session: SessionId, args: readonly string[]): Promise<CommandResult> => {
    const job = await folding.condense(session, compactOptions(args));
    return { ok: true, message: 'Condensing context...', job };
  };
  const saveProgress = async (session: SessionId, args: readonly string[]): Promise<CommandResult> => {
    const checkpoint = await checkpoints.create(session, args.join(' '));
    return { ok: true, message: `Checkpoint saved: "${checkpoint.label}" (${checkpoint.id.slice(0, 4)}…)`, checkpoint };
  };
  const known = new Map([
    ['/compact', compact],
    ['/summarize', compact],
    ['/save-progress', saveProgress],
  ]);
  return {
    async run(session, line) {
      const [name = '', ...args] = argumentsOf(line.trim());
      const command = known.get(name.toLowerCase());
      if (command === undefined) throw unknownCommand(name, [...known.keys()]);
      return command(session, args);
    },
  };
}

/** Words of a line; quotes of any kind hold some together, one that is never closed all that follows. */
function argumentsOf(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)(?:"|$)|“([^”]*)(?:”|$)|'([^']*)'|(\S+)/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? match[4] ?? '',
  );
}

function compactOptions(args: readonly string[]): { force?: boolean; fast?: boolean; retainTokens?: number } {
  const rest = [...args];
  const taken: { force?: boolean; fast?: boolean; retainTokens?: number } = {};
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--force') taken.force = true;
    else if (word === '--fast') taken.fast = true;
    else if (word === '--keep') taken.retainTokens = tokensIn(rest.shift());
    else if (word.startsWith('--keep=')) taken.retainTokens = tokensIn(word.slice('--keep='.length));
    else
      throw invalidRequest([
        { field: 'line', message: `${word} is not known here. There are --force, --fast and --keep TOKENS.` },
      ]);
  }
  return taken;
}

function tokensIn(word: string | undefined): number {
  const [, digits = '', thousands] = /^(\d[\d,_]*)(k?)$/i.exec(word ?? '') ?? [];
  const tokens = Number(digits.replace(/[,_]/g, '')) * (thousands ? 1_000 : 1);
  if (digits === '' || !Number.isSafeInteger(tokens))
    throw invalidRequest([{ field: 'line', message: '--keep wants a number of tokens, such as --keep 2000 or --keep 2k.' }]);
  return tokens;
}

function unknownCommand(name: string, known: readonly string[]): SessionError {
  const nearest = nearestCommand(name, known);
  const meant = nearest === null ? '' : ` Did you mean ${nearest}?`;
  return new SessionError('unknown-command', `There is no command ${name}.${meant}`, {
    kept: 'Nothing was sent to the model.',
    todo: `Use one of ${known.join(', ')}.`,
    facts: { ...(nearest === null ? {} : { nearest }), known: [...known] },
  });
}
