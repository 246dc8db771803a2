import path from 'node:path';
import { counted } from '@tenfold/core';
import type { Command } from 'commander';
import { withServer } from '../server-door.ts';
import type { Terminal } from '../terminal.ts';
import { withHome } from './home-option.ts';

/** `tenfold restore FILE`: a backup in place of what is there. */
export function addRestore(program: Command, { out }: Terminal): void {
  withHome(
    program
      .command('restore')
      .description('put a backup in place of everything stored; what was there is set aside')
      .argument('<file>', 'a file made by `tenfold backup`'),
  )
    .addHelpText('after', '\nStop the server first.\n\nExamples:\n  $ tenfold restore tenfold-2026-05-01.db')
    .action((file: string, home: { home?: string }) =>
      withServer(async (server) => {
        const { sessions, entries, aside } = await server.restoreHere(home, path.resolve(file));
        out.write(`Restored ${counted(sessions, 'session')}, ${counted(entries, 'entry', 'entries')} from ${file}.\n`);
        if (aside !== null) out.write(`What was there before is in ${aside}.\n`);
      }),
    );
}
