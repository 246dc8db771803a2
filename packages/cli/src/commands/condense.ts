import { type Command, Option } from 'commander';
import type { CondenseOptions } from '../condense-file.ts';
import { withReadingOptions } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import { withOwnStrategies, withSummarizerOptions, withTargetOptions } from './folding-options.ts';

/** `tenfold condense FILE`: makes conversations fit, and writes them back in the format they came in. */
export function addCondense(program: Command, terminal: Terminal): void {
  const command = program
    .command('condense')
    .description('condense the older part of conversations, and write them back in the same format')
    .argument('<file>', 'file with conversations; - reads standard input')
    .addOption(
      new Option('-s, --strategy <name>', 'strategy: native (default), lossless, truncation or smart').conflicts('preset'),
    )
    .option('-p, --preset <name>', 'preset: speed, quality, cost, balanced, or a preset file');
  withReadingOptions(withSummarizerOptions(withTargetOptions(withOwnStrategies(command))))
    .option('--dry-run', 'show what would be done, without asking a model, paying or writing')
    .option('-o, --output <file>', 'write there instead of to standard output')
    .addHelpText(
      'after',
      `
Without --target a conversation is brought to half of the model's room, or to
half of its size when it already fits that. A target that is not met
ends with exit code 1; the result is written anyway.

Examples:
  $ tenfold condense chat.json -o shorter.json
  $ tenfold condense chat.json --strategy truncation --target 40% > shorter.json
  $ tenfold condense logs.jsonl --preset balanced --id 7f3a --dry-run
  $ tenfold condense chat.json --summarizer http://localhost:11434/v1 \\
      --summarizer-model llama3.2 -o shorter.json`,
    )
    .action(async (file: string, options: CondenseOptions) => {
      // Loaded when it is run, so that help and version do not wait for the engine.
      const { condenseFile } = await import('../condense-file.ts');
      await condenseFile(file, options, terminal);
    });
}
