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
Stop the servers first. Cut off anywhere, it is finished by being run again; stored keys open all the while. The key file of before is
kept beside the new one: backups made before need it. Where TENFOLD_SECRET encrypts the keys, TENFOLD_NEW_SECRET is the one that
takes its place; set without TENFOLD_SECRET, it takes the place of the key file.

Examples:
  $ tenfold keys rotate
  $ TENFOLD_SECRET=… TENFOLD_NEW_SECRET=… tenfold keys rotate --database postgres://tenfold@db.example/tenfold`,
    )
    .action(({ json, ...where }: { home?: string; database?: string; json?: true }) =>
      withServer(async (server) => {
        const done = await server.rotateHere(where);
        if (json) return out.writeJson(done);
        const { resealed, already, unreadable, under, aside } = done;
        const before = already === 0 ? '' : ` ${counted(already, 'key')} had been encrypted again before.`;
        out.write(`Encrypted ${counted(resealed, 'key')} with a new secret.${before}\n`);
        if (unreadable.length > 0)
          out.write(`Could not be read, before or now, and left as they were: ${unreadable.join(', ')}. Enter them again.\n`);
        if (under === 'secret') out.write('Start with TENFOLD_SECRET set to the new secret from now on.\n');
        else if (where.database !== undefined) out.write('Copy the new secret.key to the homes of the other servers.\n');
        if (aside !== null)
          out.write(`The key file of before is ${aside}. Backups made before need it; delete it once you need none of them.\n`);
      }),
    );
}
