import { type Command, Option } from 'commander';
import { BadInput } from '../bad-input.ts';
import { tameText } from '../draw/width.ts';
import { parsePassages } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import { withServer } from '../with-server.ts';
import { allSessions, chosen } from './export.ts';
import { withHome } from './home-option.ts';

interface RecallOptions {
  readonly home?: string;
  readonly session?: string;
  readonly limit?: number;
}

/** `tenfold recall WORDS` and `tenfold expand RECORD`: what was said in a stored session, condensed or not, word for word. */
export function addRecall(program: Command, terminal: Terminal): void {
  ofSession(
    program
      .command('recall')
      .description('find passages of a stored session by their words, condensed or not, word for word')
      .argument('<words...>', 'names, numbers or words the passage has'),
  )
    .addOption(new Option('--limit <n>', 'passages at most (5)').argParser(parsePassages))
    .addHelpText(
      'after',
      '\nExamples:\n  $ tenfold recall deployment key amber\n  $ tenfold recall limiter --session "Fix gateway retries"',
    )
    .action(async (words: readonly string[], { session, limit, ...home }: RecallOptions) => {
      const text = await withServer((server) =>
        server.atHomeHere(home, async (tenfold, store) =>
          tenfold.recall.recall(chosen(await allSessions(store.sessions), session), words.join(' '), limit, true),
        ),
      );
      terminal.out.write(`${tameText(text)}\n`);
    });
  ofSession(
    program
      .command('expand')
      .description('print what a record of a stored session stands for, or one message by its number')
      .argument('<record>', 'id of a record, as the context shows it, or number of a message, as recall gives it'),
  )
    .addHelpText('after', '\nExamples:\n  $ tenfold expand 12\n  $ tenfold expand 1fd63478930b --session "Fix gateway retries"')
    .action(async (record: string, { session, ...home }: RecallOptions) => {
      const text = await withServer((server) =>
        server.atHomeHere(home, async (tenfold, store) =>
          tenfold.recall.expand(chosen(await allSessions(store.sessions), session), record).catch(orBadInput),
        ),
      );
      terminal.out.write(`${tameText(text)}\n`);
    });
}

/** What is not there was named wrongly. */
function orBadInput(error: Error & { code?: string }): never {
  if (error.code !== 'not-found') throw error;
  throw new BadInput(`${error.message} Records show in the context, numbers of messages in what \`tenfold recall\` finds.`);
}

function ofSession(command: Command): Command {
  return withHome(command).option(
    '--session <session>',
    'id, beginning of an id, or title; the most recently used one by default',
  );
}
