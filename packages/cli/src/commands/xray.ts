import { type Command, Option } from 'commander';
import { PROGRAMS } from '../file/own-sessions.ts';
import { parseTarget, withReadingOptions } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import type { XrayOptions } from '../xray-file.ts';
import { withOwnStrategies } from './folding-options.ts';

/** `tenfold xray FILE`: what fills the context. */
export function addXray(program: Command, terminal: Terminal): void {
  const command = program
    .command('xray')
    .description('show what fills the context, what is repeated and what condensing would leave and keep')
    .argument('[file]', 'file with conversations; - reads standard input')
    .addOption(
      new Option('--last [program]', 'the newest session on this machine, of any program or of this one').choices(PROGRAMS),
    )
    .option('--html <file>', 'write one self-contained page there');
  withReadingOptions(withOwnStrategies(command))
    .option(
      '-t, --target <n>',
      "tokens the strategies should come down to, as 12k, or a share of the model's room, as 40%",
      parseTarget,
    )
    .addHelpText(
      'after',
      `
No model is asked: the size of a summary is an estimate.

--last looks where Claude Code, Codex and opencode keep their sessions, and
changes nothing there.

Examples:
  $ tenfold xray --last
  $ tenfold xray --last codex --html context.html
  $ tenfold xray session.jsonl
  $ tenfold xray logs.jsonl --id 7f3a --model claude-sonnet-4-5
  $ tenfold xray chat.json --json`,
    )
    .action(async (file: string | undefined, options: XrayOptions) => {
      // Loaded when it is run, so that help and version do not wait for the engine.
      const { xrayFile } = await import('../xray-file.ts');
      await xrayFile(file, options, terminal);
    });
}
