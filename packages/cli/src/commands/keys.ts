import { counted } from '@tenfold/core';
import type { Command } from 'commander';
import type { Terminal } from '../terminal.ts';
import { withServer } from '../with-server.ts';
import { withStore } from './home-option.ts';

/** `tenfold keys rotate`: everything sealed, under a new secret. */
export function addKeys(program: Command, { out }: Terminal): void {
  const keys = program
    .command('keys')
    .description('manage the key that encrypts the stored keys of providers and tool servers')
    .addHelpText('after', '\nExamples:\n  $ tenfold keys rotate');
  withStore(keys.command('rotate').description('make a new secret.key and encrypt all stored keys with it'))
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Stop the servers first. If it is interrupted, run it again: it goes on where it stopped, and stored keys can be read
all the while. The old key file is kept beside the new one, since older backups need it. With TENFOLD_SECRET set,
TENFOLD_NEW_SECRET replaces it; without TENFOLD_SECRET, it replaces the key file.

Examples:
  $ tenfold keys rotate
  $ TENFOLD_SECRET=… TENFOLD_NEW_SECRET=… tenfold keys rotate --database postgres://tenfold@db.example/tenfold`,
    )
    .action(({ json, ...where }: { home?: string; database?: string; json?: true }) =>
      withServer(async (server) => {
        const done = await server.rotateHere(where);
        if (json) return out.writeJson(done);
        const { resealed, already, unreadable, under, aside } = done;
        const before = already === 0 ? '' : ` ${counted(already, 'key')} had been done by an earlier run.`;
        out.write(`Encrypted ${counted(resealed, 'key')} with a new secret.${before}\n`);
        if (unreadable.length > 0)
          out.write(
            `These keys cannot be read, and were left as they are: ${unreadable.join(', ')}. Enter them again in the settings.\n`,
          );
        if (under === 'secret') out.write('Start with TENFOLD_SECRET set to the new secret from now on.\n');
        else if (where.database !== undefined) out.write('Copy the new secret.key to the homes of the other servers.\n');
        if (aside !== null)
          out.write(`The old key file is ${aside}. Older backups need it; delete it once you no longer need them.\n`);
      }),
    );
}
