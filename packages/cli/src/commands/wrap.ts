import type { Command } from 'commander';
import { BadInput } from '../bad-input.ts';
import { type GatewayFlags, gatewayFrom, withGatewayOptions } from '../gateway-options.ts';
import type { Terminal } from '../terminal.ts';
import { withServer } from '../with-server.ts';
import { anyLaunch, type Launch, launchers } from '../wrap/client-launch.ts';
import { closingLine } from '../wrap/closing-line.ts';
import { ChildEnded, runChild } from '../wrap/run-child.ts';
import { withHome } from './home-option.ts';

interface WrapOptions extends GatewayFlags {
  readonly home?: string;
}

/** `tenfold claude` and its like: a program with a gateway under it for as long as it runs. */
export function addWraps(program: Command, terminal: Terminal): void {
  for (const [name, launcher] of Object.entries(launchers))
    wrap(
      program
        .command(name)
        .description(`run ${name} with its conversations kept inside the window`)
        .addHelpText(
          'after',
          `\nOptions of Tenfold come first; what follows them goes to ${name}.\n\nExamples:\n  $ tenfold ${name}\n  $ tenfold ${name} --observe`,
        ),
      terminal,
      (url, args, folder) => launcher(url, args, process.env, folder),
    );
  wrap(
    program
      .command('run')
      .description('run any command with a gateway under it: tenfold run -- COMMAND (or tenfold -- COMMAND)')
      .addHelpText('after', '\nExamples:\n  $ tenfold -- my-agent --verbose\n  $ tenfold run --observe -- my-agent'),
    terminal,
    (url, args) => {
      if (args.length === 0) throw new BadInput('Say which command is to run: tenfold -- COMMAND');
      return anyLaunch(url, args);
    },
  );
}

function wrap(
  command: Command,
  terminal: Terminal,
  launch: (url: string, args: readonly string[], folder: string) => Launch,
): void {
  withGatewayOptions(withHome(command))
    .argument('[args...]', 'passed on as they are')
    .allowUnknownOption()
    .passThroughOptions()
    .action((args: readonly string[], { home, ...flags }: WrapOptions) =>
      withServer(async (server) => {
        const reached = await server.gatewayHere({ ...(home && { home }), port: '0', ...gatewayFrom(flags) });
        try {
          const told = (folder: string) => {
            const launched = launch(reached.url, args, folder);
            if (launched.note !== undefined) terminal.err.write(`tenfold: ${launched.note}\n`);
            return launched;
          };
          const code = await runChild(told, process.env);
          terminal.err.write(`${closingLine(await reached.passed(), await reached.shownAt(), flags.observe === true)}\n`);
          throw new ChildEnded(code);
        } finally {
          await reached.stop();
        }
      }),
    );
}
