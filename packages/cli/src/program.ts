import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { addStart } from './commands/start.ts';
import type { Terminal } from './terminal.ts';

/** What a shell is told: done, failed, or called wrongly. */
export const exitCodes = { done: 0, failed: 1, misused: 2 } as const;

/** Runs one command line and says how it ended. Never exits the process. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await createProgram(terminal).parseAsync([...args], { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.misused;
    terminal.err(`${terminal.paint('red', 'error:')} ${describe(error)}\n`);
    return exitCodes.failed;
  }
}

/** The command tree. Subcommands are made by `program.command`, so that they inherit these settings. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command('tenfold')
    .description('Counts, condenses and inspects LLM conversations.')
    .version(version(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print help for a command')
    .exitOverride()
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.err,
      getOutHasColors: () => terminal.colour,
      getErrHasColors: () => terminal.colour,
      getOutHelpWidth: () => terminal.columns,
      getErrHelpWidth: () => terminal.columns,
      outputError: (text, write) => write(text.replace(/^error:/, terminal.paint('red', 'error:'))),
    })
    .configureHelp({ styleTitle: (title) => terminal.paint('bold', title) })
    .showHelpAfterError('(tenfold --help lists the commands)')
    .addHelpText(
      'after',
      `\n${terminal.paint('bold', 'Examples:')}\n  $ tenfold start        what fills the window of a sample conversation`,
    );
  addStart(program, terminal);
  return program;
}

function version(): string {
  const manifest: { version: string } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return manifest.version;
}

/** Our own and the system's errors by their message; a programming error with its stack, so that it can be reported. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const bug = error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError;
  return bug ? (error.stack ?? error.message) : error.message;
}
