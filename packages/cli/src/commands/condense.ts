import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CondenseOptions } from '../condense-file.ts';
import { parseTarget, parseTokens, withReadingOptions } from '../options.ts';
import type { Terminal } from '../terminal.ts';

/** `tenfold condense FILE`: makes conversations fit, and writes them back in the format they came in. */
export function addCondense(program: Command, terminal: Terminal): void {
  const command = program
    .command('condense')
    .description('fold the older part of conversations, and write them back in kind')
    .argument('<file>', 'file with conversations; - reads standard input');
  withReadingOptions(withFoldingOptions(command))
    .option('--dry-run', 'say what would come of it; ask, pay and write nothing')
    .option('-o, --output <file>', 'write there instead of to standard output')
    .addHelpText(
      'after',
      `
Without --target a conversation is brought to half of the model's room, or to
half of what it weighs when it already fits that.

Examples:
  $ tenfold condense chat.json -o shorter.json
  $ tenfold condense chat.json --strategy truncation --target 40% > shorter.json
  $ tenfold condense logs.jsonl --id 7f3a --dry-run
  $ tenfold condense chat.json --summarizer http://localhost:11434/v1 \\
      --summarizer-model llama3.2 -o shorter.json`,
    )
    .action(async (file: string, options: CondenseOptions) => {
      // Loaded when it is run, so that help and version do not wait for the engine.
      const { condenseFile } = await import('../condense-file.ts');
      await condenseFile(file, options, terminal);
    });
}

/** Adds the options of every command that folds. */
export function withFoldingOptions(command: Command): Command {
  return command
    .option('-s, --strategy <name>', 'strategy to use (default: native)')
    .option('-t, --target <n>', "tokens to come down to, as 12000 or 12k, or a share of the model's room, as 40%", parseTarget)
    .option('-k, --keep <tokens>', "tokens of recent messages to leave as they are (default: the model's)", parseTokens)
    .addOption(
      new Option(
        '--summarizer <url>',
        'OpenAI-compatible address that writes summaries, key in OPENAI_API_KEY; none asks no model',
      )
        .default('none')
        .argParser(parseSummarizer),
    )
    .option('--summarizer-model <name>', 'model to ask there', 'gpt-4o');
}

function parseSummarizer(given: string): string {
  if (given === 'none' || (/^https?:\/\/[^/]/i.test(given) && URL.canParse(given))) return given;
  throw new InvalidArgumentError('Expected an address such as http://localhost:11434/v1, or none.');
}
