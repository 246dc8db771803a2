// Measures the engine and its peers: `npm run bench:engine`, with `-- --json` for one object on stdout instead of tables in
// docs/benchmarks.md, `-- --quick` to leave out conversations above 1M tokens.
import { parseArgs } from 'node:util';
import { engineReport } from './engine/engine-report.ts';
import { equalSizeRows } from './engine/equal-size.ts';
import { estimateRows } from './engine/estimates.ts';
import { recordedSessions } from './engine/recorded-sessions.ts';
import { replaySessions } from './engine/replay-sessions.ts';
import { speedRows } from './engine/speed.ts';
import { userRows } from './engine/user-messages.ts';
import { writeSection } from './write-section.ts';

const { values } = parseArgs({ options: { json: { type: 'boolean' }, quick: { type: 'boolean' } } });
const say = (text: string) => process.stderr.write(`${text}\n`);
const sizes = [10_000, 100_000, 1_000_000, ...(values.quick ? [] : [10_000_000])];

const sessions = recordedSessions();
if (sessions.length === 0) say('There are no recorded conversations at ../shared/data: only generated ones are measured.');
const speeds = sizes.flatMap((tokens) => {
  say(`generated, ${tokens.toLocaleString('en-US')} tokens`);
  return speedRows(tokens);
});
const users = await userRows(sessions);
const estimates = estimateRows(sessions.filter(({ tokens }) => tokens > 20_000));
say('targets');
const equal = equalSizeRows(sessions.filter(({ tokens }) => tokens > 25_000));
const replays = await replaySessions(sessions, say);

const measured = { speeds, users, estimates, equal, replays };
if (values.json) process.stdout.write(`${JSON.stringify(measured)}\n`);
else {
  writeSection('engine', engineReport(measured));
  say('Written into docs/benchmarks.md.');
}
