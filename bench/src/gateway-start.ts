// How much later a client's first request comes when it is started by `tenfold claude`, in turn with the client alone, and what is left behind.
//   gateway-start.ts [--write] [--rounds N]
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { clients } from '../../tests/clients/client.ts';
import { installClient } from '../../tests/clients/install-client.ts';
import { Upstream } from '../../tests/upstream/upstream.ts';
import { quantile } from './gateway/requests.ts';
import { writeSection } from './write-section.ts';

const { values: flags } = parseArgs({ options: { write: { type: 'boolean' }, rounds: { type: 'string', default: '5' } } });
const root = join(import.meta.dirname, '../..');
const claude = clients.find(({ name }) => name === 'claude');
if (claude === undefined) throw new Error('Claude Code is not among the clients.');
const there = installClient(claude, join(root, 'node_modules/.cache/clients'));
if ('skipped' in there) throw new Error(there.skipped);
const [program] = claude.program(there.folder);
const args = claude.args('Say hello.');

/** Milliseconds from the start of a program to its first request, and what it leaves in its home and among temporary files. */
async function started(command: string, given: readonly string[], address: Record<string, string>, upstream: Upstream) {
  const own = mkdtempSync(join(tmpdir(), 'tenfold-start-'));
  const folders = { HOME: join(own, 'home'), TMPDIR: join(own, 'tmp'), TENFOLD_HOME: join(own, 'tenfold') };
  for (const folder of [folders.HOME, folders.TMPDIR]) mkdirSync(folder);
  const PATH = [dirname(program), process.env.PATH].join(delimiter);
  const env = { PATH, ...folders, ...claude?.environment, ...address };
  const before = upstream.seen.length;
  const start = performance.now();
  const child = spawn(command, given, { cwd: folders.HOME, env, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.on('close', resolve));
  while (upstream.seen.length === before && child.exitCode === null) await new Promise((next) => setTimeout(next, 5));
  const ms = performance.now() - start;
  await ended;
  const left = [...readdirSync(folders.HOME), ...readdirSync(folders.TMPDIR)].sort();
  rmSync(own, { recursive: true, force: true });
  return { ms, left };
}

const upstream = await Upstream.open();
const base = upstream.url().replace(/\/v1$/, '');
const wrapped = [join(root, 'packages/cli/src/main.ts'), 'claude', '--anthropic', base, ...args];
const [alone, through]: { ms: number; left: string[] }[][] = [[], []];
for (let round = 0; round < Number(flags.rounds); round++) {
  alone?.push(await started(program, args, { ANTHROPIC_BASE_URL: base }, upstream));
  through?.push(await started(process.execPath, wrapped, {}, upstream));
}
await upstream.close();
const median = (runs: typeof alone) =>
  quantile(
    (runs ?? []).map(({ ms }) => ms),
    0.5,
  ) / 1_000;
const known = new Set(alone?.flatMap(({ left }) => left));
const more = [...new Set(through?.flatMap(({ left }) => left))].filter((name) => !known.has(name));
const text = [
  '## Gateway: start of a wrapped client',
  '',
  `\`npm run bench:gateway-start\`, Node ${process.version}, ${flags.rounds} starts each in turn, a new home every time: Claude Code ${claude.version} sends its first request after ${median(alone).toFixed(2)} s alone, after ${median(through).toFixed(2)} s by \`tenfold claude\` from the sources (${(median(through) - median(alone)).toFixed(2)} s more). Left in the user's home and among temporary files beside what the client leaves by itself: ${more.length === 0 ? 'nothing' : more.join(', ')}.`,
].join('\n');
if (flags.write) writeSection('gateway-start', text);
else console.log(text);
