import type { Command } from 'commander';
import type { Terminal } from '../terminal.ts';

/** `tenfold start`: the built-in sample conversation before and after a fold. */
export function addStart(program: Command, terminal: Terminal): void {
  program
    .command('start')
    .description('condense a sample conversation and show it before and after')
    .addHelpText('after', '\nExamples:\n  $ tenfold start')
    .action(async () => {
      // Loaded when it is run, so that help and version do not wait for the engine.
      const { startSample } = await import('../start-sample.ts');
      await startSample(terminal.out);
    });
}
