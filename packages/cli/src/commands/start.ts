import type { Command } from 'commander';
import { page, pageWidth } from '../draw/page.ts';
import { drawStatus } from '../draw/status.ts';
import type { Terminal } from '../terminal.ts';

const model = 'openai:gpt-4o';

/** `tenfold start`: what fills the window of the built-in sample conversation. */
export function addStart(program: Command, terminal: Terminal): void {
  program
    .command('start')
    .description('show what fills the window of a sample conversation')
    .action(async () => {
      // Loaded when it is run, so that help and version do not wait for it.
      const { budgetFor, conversationOf, counterFor, project, seamsOf, statusOf, transcriptOf } = await import('@tenfold/core');
      const { sample, sampleFrame, sampleTitle } = await import('@tenfold/core/sample');
      const conversation = conversationOf(transcriptOf(sample), sampleFrame);
      const status = statusOf({
        view: project(conversation),
        seams: seamsOf(conversation),
        count: counterFor(model),
        budget: budgetFor(model),
      });
      const { out } = terminal;
      const head = [out.paint('bold', sampleTitle), `a sample conversation of ${sample.length} messages`];
      const hint = out.paint('dim', 'npm run tenfold -- --help lists the commands.');
      out.write(page(['', ...head, '', ...drawStatus(status, out, pageWidth(out)), '', hint, '']));
    });
}
