import type { Command } from 'commander';
import { type ReadingOptions, withReadingOptions } from '../options.ts';
import type { Terminal } from '../terminal.ts';

/** `tenfold count FILE…`: how many tokens conversations weigh. */
export function addCount(program: Command, terminal: Terminal): void {
  withReadingOptions(
    program
      .command('count')
      .description('count the tokens of conversations')
      .argument('<files...>', 'files with conversations; - reads standard input'),
  )
    .addHelpText(
      'after',
      `
Examples:
  $ tenfold count chat.json
  $ tenfold count logs/*.jsonl --model claude-sonnet-4-5
  $ curl -s localhost/chat/42 | tenfold count - --json`,
    )
    .action(async (files: string[], options: ReadingOptions) => {
      // Loaded when it is run, so that help and version do not wait for the engine.
      const { countFiles } = await import('../count-files.ts');
      await countFiles(files, options, terminal);
    });
}
