import type { Command } from 'commander';
import type { Terminal } from '../terminal.ts';
import { type ServerPackage, withServer } from '../with-server.ts';
import { withStore } from './home-option.ts';

type WorkerOptions = Parameters<ServerPackage['workHere']>[0];

/** `tenfold worker`: background work apart from the servers. */
export function addWorker(program: Command, terminal: Terminal): void {
  withStore(
    program.command('worker').description('condense in the background, make checkpoints and tidy up, apart from the servers'),
  )
    .option('--secret <text>', 'opens stored keys (TENFOLD_SECRET, which other users cannot see)')
    .option('--config <file>', 'file with settings of this process (TENFOLD_CONFIG); flags and the environment override it')
    .option('--strategies <module>', 'file or package with strategies of your own (TENFOLD_STRATEGIES); its code runs here')
    .option('--tools <file>', 'file that names servers of tools (MCP), for turns of servers that were stopped (TENFOLD_TOOLS)')
    .option(
      '--metrics-port <port>',
      'serve metrics for Prometheus at /metrics on this port (TENFOLD_METRICS_PORT); off by default',
    )
    .option('--host <address>', 'where /metrics is; beyond this machine it needs a token (default: 127.0.0.1)')
    .option('--token <text>', 'token that /metrics asks for (TENFOLD_TOKEN, which other users cannot see)')
    .addHelpText(
      'after',
      '\nExamples:\n  $ tenfold serve --no-worker\n  $ tenfold worker\n  $ tenfold worker --metrics-port 4311 --host 0.0.0.0',
    )
    .action((options: WorkerOptions) =>
      withServer((server) => server.workHere(options, (line) => terminal.out.write(`${line}\n`))),
    );
}
