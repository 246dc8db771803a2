import { Command, CommanderError } from 'commander';
import { BadInput } from './bad-input.ts';
import { addBackup } from './commands/backup.ts';
import { addChat } from './commands/chat.ts';
import { addCondense } from './commands/condense.ts';
import { addCount } from './commands/count.ts';
import { addDoctor } from './commands/doctor.ts';
import { addExport } from './commands/export.ts';
import { addGateway } from './commands/gateway.ts';
import { addImport } from './commands/import.ts';
import { addKeys } from './commands/keys.ts';
import { addLab } from './commands/lab.ts';
import { addMcp } from './commands/mcp.ts';
import { addMove } from './commands/move.ts';
import { addPeople } from './commands/people.ts';
import { addRecall } from './commands/recall.ts';
import { addRestore } from './commands/restore.ts';
import { addServe } from './commands/serve.ts';
import { addStart } from './commands/start.ts';
import { addWorker } from './commands/worker.ts';
import { addWraps } from './commands/wrap.ts';
import { addXray } from './commands/xray.ts';
import type { Terminal } from './terminal.ts';
import { version } from './version.ts';
import { ChildEnded } from './wrap/run-child.ts';

/** What a shell is told: done, failed, or called wrongly. */
export const exitCodes = { done: 0, failed: 1, misused: 2 } as const;

/** Runs one command line and says how it ended. Never exits the process. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    // `tenfold -- COMMAND` is short for `tenfold run -- COMMAND`.
    const line = args[0] === '--' ? ['run', ...args] : [...args];
    await createProgram(terminal).parseAsync(line, { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.misused;
    if (error instanceof ChildEnded) return error.code;
    const { err } = terminal;
    err.write(`${err.paint('red', 'error:')} ${describe(error)}\n`);
    return error instanceof BadInput ? exitCodes.misused : exitCodes.failed;
  }
}

/** The command tree. Subcommands are made by `program.command`, so that they inherit these settings. */
export function createProgram(terminal: Terminal): Command {
  const { out, err } = terminal;
  const program = new Command('tenfold')
    .description('Keeps LLM conversations inside their context window: counts, inspects and condenses them.')
    .version(version(), '-v, --version', 'print the version')
    .option('--no-color', 'print without colors, as under NO_COLOR')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print help for a command')
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: out.write,
      writeErr: err.write,
      getOutHasColors: () => out.colour,
      getErrHasColors: () => err.colour,
      getOutHelpWidth: () => out.columns,
      getErrHelpWidth: () => err.columns,
      outputError: (text, write) => write(text.replace(/^error:/, err.paint('red', 'error:'))),
    })
    .configureHelp({ styleTitle: (title) => out.paint('bold', title), minWidthToWrap: 16 })
    .showHelpAfterError('(tenfold --help lists the commands)')
    .addHelpText('after', examples);
  addCount(program, terminal);
  addXray(program, terminal);
  addCondense(program, terminal);
  addLab(program, terminal);
  addStart(program, terminal);
  addServe(program, terminal);
  addWorker(program, terminal);
  addGateway(program, terminal);
  addWraps(program, terminal);
  addChat(program, terminal);
  addMcp(program, terminal);
  addRecall(program, terminal);
  addExport(program, terminal);
  addImport(program, terminal);
  addBackup(program, terminal);
  addRestore(program, terminal);
  addMove(program, terminal);
  addPeople(program, terminal);
  addKeys(program, terminal);
  addDoctor(program, terminal);
  pointToOwnHelp(program);
  return program;
}

/** Whoever misuses a command is sent to its own help, not to the list of all. */
function pointToOwnHelp(parent: Command, called = 'tenfold'): void {
  for (const command of parent.commands) {
    const name = `${called} ${command.name()}`;
    command.showHelpAfterError(`(${name} --help explains it)`);
    pointToOwnHelp(command, name);
  }
}

const examples = `
Examples:
  $ tenfold count chat.json                 how many tokens, how full the window
  $ tenfold xray chat.json                  what fills it
  $ tenfold lab chat.json                   every strategy on it, side by side
  $ tenfold condense chat.json -o less.json make it shorter, in the same format

Files may be OpenAI, Anthropic, Gemini or AI SDK requests or messages, JSONL with
a conversation, a request of a batch or a message a line, ShareGPT, or transcripts
of Claude Code, Codex, ChatGPT, Cline, Roo or opencode: the format is detected from the content.`;

/** Our own and the system's errors by their message; a programming error with its stack, so that it can be reported. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const bug = error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError;
  return bug ? (error.stack ?? error.message) : `${error.message}${adviceOf(error)}`;
}

/** What to do about it, where the error knows and has not said so. */
function adviceOf(error: Error): string {
  const { todo, advice = todo } = error as { advice?: unknown; todo?: unknown };
  return typeof advice === 'string' && !error.message.includes(advice) ? ` ${advice}` : '';
}
