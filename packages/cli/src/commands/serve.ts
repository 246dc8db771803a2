import type { Command } from 'commander';
import { type GatewayFlags, gatewayFrom, withGatewayOptions } from '../gateway-options.ts';
import type { Terminal } from '../terminal.ts';
import { type ServerPackage, withServer } from '../with-server.ts';
import { withStore } from './home-option.ts';

type ServeOptions = Omit<Parameters<ServerPackage['serveHere']>[0], 'gateway' | 'strategies'> & GatewayFlags;

/** `tenfold serve`: the app and its API on this machine. */
export function addServe(program: Command, terminal: Terminal): void {
  const command = withStore(program.command('serve').description('serve the app and its API on this machine, until Ctrl-C'));
  command
    .option('--port <n>', 'port (TENFOLD_PORT; 4310, or the next free one)')
    .option('--host <address>', 'address to listen on (TENFOLD_HOST; loopback). Beyond loopback a token is needed')
    .option('--token <text>', 'token every request must carry (TENFOLD_TOKEN, which other users of the machine cannot see)')
    .option('--issuer <url>', 'issuer of the signed tokens (JWT) that people come with (TENFOLD_ISSUER)')
    .option('--audience <text>', 'audience its tokens must have, their `aud` (TENFOLD_AUDIENCE)')
    .option('--issuer-keys <url>', "where its public keys are (TENFOLD_ISSUER_KEYS; the issuer's /.well-known/jwks.json)")
    .option('--public-url <url>', 'where people reach it, behind a proxy (TENFOLD_PUBLIC_URL)')
    .option('--secret <text>', 'encrypts stored keys, instead of a key file (TENFOLD_SECRET, which other users cannot see)')
    .option('--config <file>', 'file with settings of this process (TENFOLD_CONFIG); flags and the environment override it')
    .option('--tools <file>', 'file that names servers of tools, {"mcpServers": …} (TENFOLD_TOOLS); its commands run here')
    .option('--no-open', 'do not open the browser')
    .option('--no-worker', 'leave background work to others (tenfold worker)')
    .option('--no-web', 'serve only the API, without the web app');
  withGatewayOptions(command)
    .addHelpText('after', '\nExamples:\n  $ tenfold serve\n  $ tenfold serve --port 8080 --home ./notes --no-open')
    .action((options: ServeOptions) =>
      withServer((server) =>
        server.serveHere({ ...options, ...gatewayFrom(options) }, (line) => terminal.out.write(`${line}\n`)),
      ),
    );
}
