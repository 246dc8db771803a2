import path from 'node:path';
import { counted } from '@tenfold/core';
import type { Command } from 'commander';
import { tame } from '../draw/width.ts';
import { formatDamages } from '../format-damages.ts';
import type { Terminal } from '../terminal.ts';
import { withServer } from '../with-server.ts';
import { withHome } from './home-option.ts';

/** `tenfold restore FILE`: a backup in place of what is there. */
export function addRestore(program: Command, { out }: Terminal): void {
  withHome(
    program
      .command('restore')
      .description('put a backup in place of everything stored; what was there is set aside')
      .option('--session <id>', 'bring back this one alone, as a new session beside what is there')
      .argument('<file>', 'a file made by `tenfold backup`'),
  )
    .addHelpText(
      'after',
      '\nStop the server first, unless it is about one session.\n\nExamples:\n  $ tenfold restore tenfold-2026-05-01.db\n  $ tenfold restore tenfold-2026-05-01.db --session 0197…',
    )
    .action((file: string, { session, ...home }: { home?: string; session?: string }) =>
      withServer(async (server) => {
        if (session !== undefined) {
          const { id, title, entries } = await server.restoreSessionHere(home, path.resolve(file), session);
          out.write(`Restored “${tame(title)}” as ${id}, ${counted(entries, 'message')}. Everything else is unchanged.\n`);
          return;
        }
        const { sessions, entries, damages, aside, hostsToAllow } = await server.restoreHere(home, path.resolve(file));
        out.write(`Restored ${counted(sessions, 'session')}, ${counted(entries, 'entry', 'entries')} from ${file}.\n`);
        if (damages.length > 0)
          out.write(`${formatDamages(damages)}. It was so in the backup, and is restored as it is; everything else is whole.\n`);
        if (hostsToAllow.length > 0)
          out.write(
            `Keys of the environment do not go to ${hostsToAllow.join(', ')} from here: the backup allows it, this home does not. Allow it in the profile's settings if it is right.\n`,
          );
        if (aside !== null) out.write(`What was there before is in ${aside}.\n`);
      }),
    );
}
