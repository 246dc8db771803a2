import { counted, formatCount } from '@tenfold/core';
import type { Command } from 'commander';
import type { Terminal } from '../terminal.ts';
import { withServer } from '../with-server.ts';
import { withStore } from './home-option.ts';

/** `tenfold move --to URL`: everything stored, from a file to PostgreSQL or back. */
export function addMove(program: Command, { out, err }: Terminal): void {
  withStore(
    program
      .command('move')
      .description('copy everything stored to a PostgreSQL database, or from one into a home, and compare it')
      .requiredOption('--to <place>', 'a database URL, or the folder of a home'),
  )
    .addHelpText(
      'after',
      `
Stop the servers of both first. If it is interrupted, run it again and it continues; the source is not changed.
What opens stored keys is not moved: start the server with the same secret.key or TENFOLD_SECRET.

Examples:
  $ tenfold move --to postgres://tenfold@db.example/tenfold
  $ tenfold move --database postgres://tenfold@db.example/tenfold --to ./home`,
    )
    .action(({ to, ...from }: { to: string; home?: string; database?: string }) =>
      withServer(async (server) => {
        const {
          sessions,
          entries,
          rows,
          to: place,
        } = await server.moveHere(from, to, ({ table, rows: done }) => {
          if (err.live) err.write(`\r\u001b[K${table}: ${formatCount(done)}`);
        });
        if (err.live) err.write('\r\u001b[K');
        const what = `${counted(sessions, 'session')}, ${counted(entries, 'entry', 'entries')}`;
        out.write(`Moved to ${place}: ${what}; ${counted(rows, 'row')} compared, none different.\n`);
      }),
    );
}
