import { existsSync } from 'node:fs';
import path from 'node:path';
import { counted, formatCount } from '@tenfold/core';
import type { Command } from 'commander';
import { BadInput, DamageFound } from '../bad-input.ts';
import { whyUnwritten } from '../file/write-whole.ts';
import { formatDamages } from '../format-damages.ts';
import type { Terminal } from '../terminal.ts';
import { withServer } from '../with-server.ts';
import { withHome } from './home-option.ts';

/** `tenfold backup FILE`: a consistent copy while others go on writing. */
export function addBackup(program: Command, { out }: Terminal): void {
  withHome(
    program
      .command('backup')
      .description('copy everything stored into one file; a server may keep running meanwhile')
      .argument('<file>', 'where to write it; an existing file is not overwritten'),
  )
    .addHelpText(
      'after',
      `
To restore, stop the server and run: tenfold restore FILE
Damage that was there before is copied with the rest and named, and the exit code is 2.
Stored keys of providers are in it, encrypted; what opens them (secret.key, or TENFOLD_SECRET) is not.

Examples:
  $ tenfold backup tenfold-2026-05-01.db`,
    )
    .action((file: string, home: { home?: string }) => {
      let broken: string | null = null;
      const onCopy = (why: string, note: string) => {
        if (why === 'damaged') broken = note;
      };
      return withServer((server) =>
        server.atHomeHere({ ...home, onCopy }, async (_tenfold, store) => {
          const folder = path.dirname(path.resolve(file));
          if (!existsSync(folder))
            throw new BadInput(`${file}: cannot be written (its folder does not exist); nothing was copied`);
          const { bytes } = await store.backup(path.resolve(file)).catch((error: NodeJS.ErrnoException) => {
            if (error.name === 'Invalid') throw new BadInput(error.message);
            // Nothing is written but the copy, and whatever is no error of the store is the system's.
            if (error.name !== 'StoreFull' && error.syscall === undefined) throw error;
            const why = error.syscall === undefined ? 'its disk is full or read-only' : whyUnwritten(error);
            throw new BadInput(`${file}: cannot be written (${why}); nothing was copied`);
          });
          const { entries, sessions, damages } = await store.verify();
          out.write(
            `${file}: ${counted(sessions, 'session')}, ${counted(entries, 'entry', 'entries')}, ${formatCount(Math.ceil(bytes / 1024))} KB.\n`,
          );
          if (broken !== null) throw new DamageFound(broken);
          if (damages.length > 0)
            throw new DamageFound(
              `${formatDamages(damages)}. It is in the backup as it is, with everything else; \`tenfold doctor\` tells more.`,
            );
        }),
      );
    });
}
