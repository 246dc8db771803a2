// Everything that must hold before a change is kept, in the order of how fast it fails.
//   check.ts            all of it
//   check.ts types …    only the named steps; of the tests, those that what follows `--` names to Vitest
// The last line is `N passed, N failed`: tests, plus one for each other step.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { binOf } from './boot/bin.mjs';
import { runChild } from './boot/child.mjs';
import { type Tally, vitestTally } from './vitest-tally.ts';

const root = path.resolve(import.meta.dirname, '..');
const { wanted, chosen } = asked(process.argv.slice(2));

const steps: Record<string, () => Promise<Tally>> = {
  lint: () => one(run(binOf(root, '@biomejs/biome'), 'check', '--no-errors-on-unmatched')),
  architecture: () => one(run('scripts/lint-architecture.ts')),
  types,
  tests,
};

/** Every tsconfig has a view of its own: core, for one, is checked without any platform's types. */
async function types(): Promise<Tally> {
  const packages = readdirSync(path.join(root, 'packages')).map((name) => path.join('packages', name));
  const projects = ['.', 'tests/browser', ...packages].filter((folder) => existsSync(path.join(root, folder, 'tsconfig.json')));
  const broken: string[] = [];
  for (const project of projects) if ((await run(binOf(root, 'typescript'), '-p', project)) !== 0) broken.push(project);
  process.stdout.write(
    `Checked ${projects.length} projects: ${broken.length === 0 ? 'no errors' : `errors in ${broken.join(', ')}`}.\n`,
  );
  return broken.length === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** The whole suite; the public surface is part of it. */
async function tests(): Promise<Tally> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tenfold-check-'));
  try {
    const file = path.join(folder, 'results.json');
    const code = await run(
      binOf(root, 'vitest'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...chosen,
    );
    return vitestTally(file, code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function asked(args: readonly string[]): { readonly wanted: readonly string[]; readonly chosen: readonly string[] } {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  return { wanted: args.slice(0, end), chosen: args.slice(end + 1) };
}

async function one(exitCode: Promise<number>): Promise<Tally> {
  return (await exitCode) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function run(script: string, ...args: string[]): Promise<number> {
  return runChild(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
}

const total = { passed: 0, failed: 0 };
const broken: string[] = [];
for (const name of wanted.length > 0 ? wanted : Object.keys(steps)) {
  const step = steps[name];
  if (step === undefined) throw new Error(`There is no step ${name}; there are ${Object.keys(steps).join(', ')}.`);
  process.stdout.write(`\n── ${name}\n`);
  const { passed, failed } = await step();
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) broken.push(name);
}
process.stdout.write(broken.length > 0 ? `\nfailed: ${broken.join(', ')}\n` : '\n');
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed > 0 ? 1 : 0;
