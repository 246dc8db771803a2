import type { Command } from 'commander';
import { BadInput } from '../bad-input.ts';
import type { Style, Terminal } from '../terminal.ts';
import { withServer } from '../with-server.ts';
import { withHome } from './home-option.ts';

const MARKS = { ok: ['green', 'ok'], warning: ['yellow', 'warning'], failed: ['red', 'failed'] } as const satisfies Record<
  string,
  readonly [Style, string]
>;

interface DoctorFlags {
  readonly home?: string;
  readonly port?: string;
  readonly json?: true;
  readonly repair?: boolean;
  readonly knowLoss?: boolean;
}

/** `tenfold doctor`: is everything in order here? */
export function addDoctor(program: Command, { out }: Terminal): void {
  withHome(program.command('doctor').description('look whether everything a server stands on is in order'))
    .option('--port <n>', 'port to look at')
    .option(
      '--repair',
      'first take out background work and presets that cannot be read (they are kept in a file in the home), and replace damaged ids',
    )
    .option('--know-loss', 'say that you know of messages that are missing: they are told as past from then on')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExamples:\n  $ tenfold doctor\n  $ tenfold doctor --home ./notes --json')
    .action(async ({ json, repair = false, knowLoss = false, ...flags }: DoctorFlags) => {
      const findings = await withServer((server) => server.examineHere(flags, { repair, knowLoss }));
      if (json) out.writeJson({ findings });
      else
        for (const { what, state, detail } of findings) {
          const [style, word] = MARKS[state];
          out.write(`${out.paint(style, word.padEnd(8))} ${what.padEnd(11)} ${detail}\n`);
        }
      const failed = findings.filter(({ state }) => state === 'failed');
      if (failed.length > 0) throw new BadInput(`${failed.map(({ what }) => what).join(', ')}: see above.`);
    });
}
