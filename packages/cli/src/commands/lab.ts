import type { Command } from 'commander';
import type { LabOptions } from '../lab-file.ts';
import { withReadingOptions } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import { withOwnStrategies, withSummarizerOptions, withTargetOptions } from './folding-options.ts';

/** `tenfold lab FILE`: every strategy on your own conversations, side by side. */
export function addLab(program: Command, terminal: Terminal): void {
  const command = program
    .command('lab')
    .description('try every strategy and preset on conversations, side by side')
    .argument('<file>', 'file with conversations; - reads standard input');
  withReadingOptions(withSummarizerOptions(withTargetOptions(withOwnStrategies(command))))
    .addHelpText(
      'after',
      `
Payback is after how many requests a fold has earned back its summary and the
prompt cache it breaks, at the list prices of the model.

Examples:
  $ tenfold lab session.jsonl
  $ tenfold lab session.jsonl --target 10k --model claude-sonnet-4-5
  $ tenfold lab chat.json --json`,
    )
    .action(async (file: string, options: LabOptions) => {
      // Loaded when it is run, so that help and version do not wait for the engine.
      const { labFile } = await import('../lab-file.ts');
      await labFile(file, options, terminal);
    });
}
