import path from 'node:path';
import { counted } from '@tenfold/core';
import type { Command } from 'commander';
import { BadInput } from '../bad-input.ts';
import { tame } from '../draw/width.ts';
import { nameOf, readPieces } from '../file/read-text.ts';
import { createProgress } from '../progress.ts';
import type { Terminal } from '../terminal.ts';
import { withServer } from '../with-server.ts';
import { withHome } from './home-option.ts';

/** `tenfold import FILE…`: transcripts as sessions. */
export function addImport(program: Command, { out, err }: Terminal): void {
  withHome(
    program
      .command('import')
      .description('turn transcript files into sessions')
      .argument('<files...>', 'transcripts of any known format; - reads standard input'),
  )
    .addHelpText('after', '\nExamples:\n  $ tenfold import chat.json\n  $ tenfold import ~/.claude/projects/*/*.jsonl')
    .action((files: string[], home: { home?: string }) =>
      withServer((server) =>
        server.atHomeHere({ ...home, make: true }, async (tenfold) => {
          for (const file of files) {
            const name = path.basename(nameOf(file));
            const line = createProgress(err);
            let read = 0;
            const text = readPieces(file, (share) => {
              read = share;
            });
            const progress = (messages: number) =>
              line.say(`${name}: ${Math.round(read * 100)} % read, ${counted(messages, 'message')} written`);
            const { sessions, skipped } = await tenfold.exchange
              .importFile({ name, text }, { progress })
              .catch((error: Error) => {
                throw refusal(error, file, { isFirst: file === files[0], isLast: file === files.at(-1) });
              })
              .finally(() => line.end());
            for (const { id, title, entries } of sessions) out.write(`${id}  ${counted(entries, 'message')}  ${tame(title)}\n`);
            for (const { line, reason } of skipped) err.write(`${file}:${line}: skipped: ${reason}\n`);
          }
        }),
      ),
    );
}

/** A file that cannot be taken, by its name, and what became of those before it. */
function refusal(
  error: Error & { facts?: { problems?: readonly { message: string }[] } },
  file: string,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): Error {
  const [problem] = error.facts?.problems ?? [];
  if (!(error instanceof BadInput) && problem === undefined) return error;
  const said = problem === undefined ? error.message : `${nameOf(file)}: ${problem.message}`;
  const others = isLast ? '' : ', those behind it are not';
  return new BadInput(`${said}. ${isFirst ? 'Nothing was imported.' : `The files before it are imported${others}.`}`);
}
