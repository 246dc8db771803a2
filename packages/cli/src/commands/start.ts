import type { Command } from 'commander';
import { drawFill } from '../draw-fill.ts';
import { fillOf } from '../fill.ts';
import type { Terminal } from '../terminal.ts';

// 128,000 tokens of window, less 16,384 for the answer, less a margin of 5 %.
const window = { model: 'gpt-4o', room: 105_216 };

/** `tenfold start`: what fills the window of the built-in sample conversation. */
export function addStart(program: Command, terminal: Terminal): void {
  program
    .command('start')
    .description('show what fills the window of a sample conversation')
    .action(async () => {
      // Loaded when it is run, so that help and version do not wait for the counter's table.
      const [{ counterFor }, { sample, sampleFrame }] = await Promise.all([
        import('@tenfold/core'),
        import('@tenfold/core/sample'),
      ]);
      const fill = fillOf(sample, sampleFrame, counterFor(window.model));
      terminal.out(`\n  A coding conversation, as ${window.model} would count it:\n\n`);
      terminal.out(drawFill(fill, window, terminal));
      terminal.out(`\n  ${terminal.paint('dim', 'tenfold --help lists the commands.')}\n\n`);
    });
}
