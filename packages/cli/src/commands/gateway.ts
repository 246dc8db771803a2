import type { Command } from 'commander';
import { type GatewayFlags, gatewayFrom, withGatewayOptions } from '../gateway-options.ts';
import type { Terminal } from '../terminal.ts';
import { withServer } from '../with-server.ts';
import { withHome } from './home-option.ts';

interface GatewayOptions extends GatewayFlags {
  readonly config?: string;
  readonly home?: string;
  readonly port?: string;
  readonly open: boolean;
}

/** `tenfold gateway`: stands between programs and the vendors' APIs and keeps their conversations inside the window. */
export function addGateway(program: Command, terminal: Terminal): void {
  const command = program
    .command('gateway')
    .description("pass programs' requests on to the vendors' APIs and keep their conversations inside the window, until Ctrl-C");
  withGatewayOptions(withHome(command).option('--port <n>', 'port (TENFOLD_PORT; 4310, or the next free one)'))
    .option('--config <file>', 'file with settings of this process (TENFOLD_CONFIG); flags and the environment override it')
    .option('--no-open', 'do not open the browser')
    .addHelpText(
      'after',
      '\nExamples:\n  $ tenfold gateway --no-open\n  $ ANTHROPIC_BASE_URL=http://127.0.0.1:4310 claude\n  $ OPENAI_BASE_URL=http://127.0.0.1:4310/v1 my-app',
    )
    .action(({ config, home, port, open, ...flags }: GatewayOptions) =>
      withServer((server) =>
        server.serveHere(
          {
            ...(config && { config }),
            ...(home && { home }),
            ...(port && { port }),
            open,
            web: 'when asked',
            ...gatewayFrom(flags),
          },
          (line) => terminal.out.write(`${line}\n`),
        ),
      ),
    );
}
