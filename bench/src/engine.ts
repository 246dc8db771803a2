// Measures the engine and its peers: `npm run bench:engine`, or a part of it with `-- --only replay` (or agents, fits, targets,
// estimates, speed).
// `--ours` leaves the peers out, `--quick` conversations above 1M tokens, `--json` prints one object instead of tables in
// docs/benchmarks.md.
import { parseArgs } from 'node:util';
import { agentRows } from './engine/agents.ts';
import { agentsReport, fitsReport, targetsReport } from './engine/bars-report.ts';
import { estimatesReport, replayReport, speedReport } from './engine/engine-report.ts';
import { estimateRows } from './engine/estimates.ts';
import { fitRows } from './engine/fits.ts';
import { recordedSessions } from './engine/recorded-sessions.ts';
import { replaySessions } from './engine/replay-sessions.ts';
import { speedRows } from './engine/speed.ts';
import { targetRows } from './engine/targets.ts';
import { userRows } from './engine/user-messages.ts';
import { writeSection } from './write-section.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean' },
    quick: { type: 'boolean' },
    ours: { type: 'boolean' },
    only: { type: 'string', multiple: true },
  },
});
const say = (text: string) => process.stderr.write(`${text}\n`);
const sizes = [10_000, 100_000, 1_000_000, ...(values.quick ? [] : [10_000_000])];
const sessions = recordedSessions();
if (sessions.length === 0) say('There are no recorded conversations at ../shared/data: only generated ones are measured.');

/** What is measured, and how it is told. */
const PARTS: Readonly<Record<string, () => Promise<{ rows: unknown; text: string }>>> = {
  async speed() {
    const rows = sizes.flatMap((tokens) => {
      say(`generated, ${tokens.toLocaleString('en-US')} tokens`);
      return speedRows(tokens);
    });
    return { rows, text: speedReport(rows) };
  },
  async estimates() {
    const users = await userRows(sessions);
    const estimates = estimateRows(sessions.filter(({ tokens }) => tokens > 20_000));
    return { rows: { users, estimates }, text: estimatesReport(estimates, users) };
  },
  async targets() {
    const rows = targetRows(sessions.filter(({ tokens }) => tokens > 8_000));
    return { rows, text: targetsReport(rows) };
  },
  async fits() {
    const rows = fitRows(sessions);
    return { rows, text: fitsReport(rows) };
  },
  async agents() {
    const rows = agentRows(sessions.filter(({ tokens, isAgent }) => isAgent && tokens > 16_000));
    return { rows, text: agentsReport(rows) };
  },
  async replay() {
    const rows = await replaySessions(sessions, say, values.ours);
    return { rows, text: replayReport(rows) };
  },
};

const measured: Record<string, unknown> = {};
for (const [name, measure] of Object.entries(PARTS)) {
  if (values.only !== undefined && !values.only.includes(name)) continue;
  say(name);
  const { rows, text } = await measure();
  measured[name] = rows;
  if (values.json) continue;
  writeSection(`engine-${name}`, text);
  say(`Written into docs/benchmarks.md: ${name}.`);
}
if (values.json) process.stdout.write(`${JSON.stringify(measured)}\n`);
