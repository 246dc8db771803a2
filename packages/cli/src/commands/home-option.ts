import type { Command } from 'commander';

/** Adds `--home`. */
export function withHome(command: Command): Command {
  return command.option('--home <dir>', 'where everything is kept (TENFOLD_HOME; by default the data folder of your platform)');
}

/** Adds `--home` and `--database`. */
export function withStore(command: Command): Command {
  return withHome(command).option(
    '--database <url>',
    'PostgreSQL database instead of a file in the home (TENFOLD_DATABASE_URL, which other users of the machine cannot see)',
  );
}
