import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { counted } from '@tenfold/core';
import type { Command } from 'commander';
import { BadInput } from '../bad-input.ts';
import { withServer } from '../server-door.ts';
import type { Terminal } from '../terminal.ts';
import { withHome } from './home-option.ts';

/** `tenfold import FILE…`: transcripts as sessions. */
export function addImport(program: Command, { out, err }: Terminal): void {
  withHome(
    program
      .command('import')
      .description('make sessions of transcript files')
      .argument('<files...>', 'transcripts of any known format, told by content'),
  )
    .addHelpText('after', '\nExamples:\n  $ tenfold import chat.json\n  $ tenfold import ~/.claude/projects/*/*.jsonl')
    .action((files: string[], home: { home?: string }) =>
      withServer((server) =>
        server.atHomeHere({ ...home, make: true }, async (tenfold) => {
          for (const file of files) {
            const text = await readFile(file, 'utf8').catch((error: Error) => {
              throw new BadInput(`${file} cannot be read: ${error.message}. Files before it are imported.`);
            });
            const { sessions, skipped } = await tenfold.exchange.importFile({ name: path.basename(file), text });
            for (const { id, title, entries } of sessions) out.write(`${id}  ${counted(entries, 'message')}  ${title}\n`);
            for (const { line, reason } of skipped) err.write(`${file}:${line}: skipped, ${reason}\n`);
          }
        }),
      ),
    );
}
