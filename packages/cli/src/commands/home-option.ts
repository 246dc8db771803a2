import type { Command } from 'commander';

/** Adds `--home`. */
export function withHome(command: Command): Command {
  return command.option('--home <dir>', 'where everything is kept (TENFOLD_HOME; by default the data folder of your platform)');
}
