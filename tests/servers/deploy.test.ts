import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createProgram } from '../../packages/cli/src/program.ts';
import { recordingTerminal } from '../../packages/cli/src/testing/recording-terminal.ts';
import { serverMetrics } from '../../packages/server/src/metrics.ts';
import { longestStop } from '../../packages/server/src/process/drain.ts';
import { DRAIN } from '../../packages/server/src/process/settings.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const file = (name: string) => readFileSync(join(DEPLOY, name), 'utf8');
const compose = file('compose.yaml');

it('mounts only what is there, and builds from it', () => {
  const mounted = [...compose.matchAll(/^ {6}- (\.{1,2}\/[^:]+):/gm)].map(([, path]) => path ?? '');
  expect(mounted.length).toBeGreaterThan(5);
  for (const path of [...mounted, ...[...compose.matchAll(/dockerfile: deploy\/(\S+)/g)].map(([, name]) => name ?? '')])
    expect([path, existsSync(join(DEPLOY, path))]).toEqual([path, true]);
});

it('names every variable in its example, and only those the program reads', () => {
  const example = new Set([...file('env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name));
  const asked = new Set([...compose.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name));
  expect(example).toEqual(asked);
  const settings = readFileSync(join(DEPLOY, '../packages/server/src/process/settings.ts'), 'utf8');
  for (const [, name] of compose.matchAll(/^ {4}(TENFOLD_[A-Z_]+):/gm)) expect(settings).toContain(name);
});

it('runs commands and flags that exist', () => {
  const { commands } = createProgram(recordingTerminal());
  const lines = [...`${compose}\n${file('Containerfile')}`.matchAll(/(?:command:|CMD) \[("(?:serve|worker)"[^\]]*)\]/g)];
  expect(lines.length).toBe(4);
  for (const [, line] of lines) {
    const [name, ...flags] = JSON.parse(`[${line}]`) as string[];
    const command = commands.find((each) => each.name() === name);
    for (const flag of flags.filter((each) => each.startsWith('--')))
      expect([flag, command?.options.some(({ long }) => long === flag)]).toEqual([flag, true]);
  }
});

it('watches and shows only what a server exports', async () => {
  const metrics = serverMetrics({ labelKey: new Uint8Array(32), storageBytes: async () => [], streams: () => 0 });
  const exported = await metrics.text();
  const names = [...file('alerts.yml').matchAll(/\btenfold_[a-z_]+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, ''));
  expect(new Set(names).size).toBeGreaterThan(5);
  for (const name of names) expect(exported).toContain(`# TYPE ${name} `);
  const rules = [...file('alerts.yml').matchAll(/- alert: (\w+)\n\s+expr: (.+)\n/g)];
  for (const [, alert, expr = ''] of rules)
    expect([alert, expr.split('(').length, expr.split('{').length]).toEqual([
      alert,
      expr.split(')').length,
      expr.split('}').length,
    ]);
  expect(file('prometheus.yml')).toContain('alerts.yml');
  // Whoever folds is among those who are asked.
  expect(file('prometheus.yml')).toContain(`worker:${/"--metrics-port", "(\d+)"/.exec(compose)?.[1]}`);
});

it('lets a server and a worker hand over what they do before they are killed', () => {
  const [, seconds] = /stop_grace_period: (\d+)s/.exec(compose) ?? [];
  expect(Number(seconds) * 1_000).toBeGreaterThan(longestStop(DRAIN));
  expect(readFileSync(join(DEPLOY, '../docs/deploy.md'), 'utf8')).toContain(`Give it ${seconds} s`);
});

it('is indented by spaces, as YAML wants it', () => {
  for (const name of readdirSync(DEPLOY).filter((each) => /\.ya?ml$/.test(each)))
    for (const line of file(name).split('\n'))
      expect([name, line, /^(?: {2})*(?! )/.test(line) && !line.includes('\t')]).toEqual([name, line, true]);
});
