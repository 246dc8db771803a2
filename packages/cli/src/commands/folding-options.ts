import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseTarget, parseTokens } from '../options.ts';

/** Adds how far to fold and how much of the recent messages to leave alone. */
export function withTargetOptions(command: Command): Command {
  return command
    .option('-t, --target <n>', "tokens to come down to, as 12000 or 12k, or a share of the model's room, as 40%", parseTarget)
    .option('-k, --keep <tokens>', "tokens of recent messages to leave as they are (default: the model's)", parseTokens);
}

/** Adds strategies of one's own. */
export function withOwnStrategies(command: Command): Command {
  return command.option('--strategies <module>', 'file or package with strategies of your own; its code runs here');
}

/** Adds who writes summaries. */
export function withSummarizerOptions(command: Command): Command {
  const address = new Option(
    '--summarizer <url>',
    'OpenAI-compatible address that writes summaries, key in OPENAI_API_KEY; none asks no model',
  );
  return command
    .addOption(address.default('none', 'none').argParser(parseSummarizer))
    .option('--summarizer-model <name>', 'model to ask there', 'gpt-4o');
}

function parseSummarizer(given: string): string {
  if (given === 'none' || (/^https?:\/\/[^/]/i.test(given) && URL.canParse(given))) return given;
  throw new InvalidArgumentError('Expected an address such as http://localhost:11434/v1, or none.');
}
