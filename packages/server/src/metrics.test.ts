import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serverMetrics } from './metrics.ts';

const metrics = () =>
  serverMetrics({
    labelKey: new Uint8Array(32).fill(1),
    storageBytes: async () => [
      { owner: 'ada@example.org', bytes: 12_345 },
      { owner: 'ben@example.org', bytes: 7 },
    ],
    streams: () => 2,
  });

it('counts what happens under the promised names', async () => {
  const { observe, text, contentType } = metrics();
  observe({ type: 'fold', trigger: 'soft', strategy: 'smart', outcome: 'degraded', seconds: 1.5, ratio: 0.25 });
  observe({ type: 'fold-error', trigger: 'hard', reason: 'sk-canary' });
  observe({ type: 'checkpoint', tag: 'code' });
  observe({ type: 'checkpoint-error' });
  observe({ type: 'turn', outcome: 'answered' });
  const said = await text();
  for (const line of [
    'tenfold_folds_total{trigger="soft",strategy="smart",outcome="degraded"} 1',
    'tenfold_fold_duration_seconds_sum{strategy="smart"} 1.5',
    'tenfold_fold_reduction_ratio_sum{strategy="smart"} 0.25',
    'tenfold_fold_errors_total{trigger="hard"} 1',
    'tenfold_checkpoints_total{tag="code"} 1',
    'tenfold_checkpoint_errors_total 1',
    'tenfold_turns_total{outcome="answered"} 1',
    'tenfold_open_streams 2',
  ])
    expect(said).toContain(line);
  expect(said).toMatch(/tenfold_storage_bytes\{user="[0-9a-f]{16}"\} 12345/);
  expect(said).toMatch(/tenfold_storage_bytes\{user="[0-9a-f]{16}"\} 7/);
  expect(said).not.toMatch(/ada|ben@|canary/);
  expect(contentType).toContain('text/plain');
});

it('tells of a user no more who has nothing left', async () => {
  const stored = [
    { owner: 'ada', bytes: 1 },
    { owner: 'ben', bytes: 2 },
  ];
  const { text } = serverMetrics({ labelKey: new Uint8Array(32), storageBytes: async () => stored, streams: () => 0 });
  const users = async () => [...(await text()).matchAll(/^tenfold_storage_bytes\{/gm)].length;
  expect(await users()).toBe(2);
  stored.pop();
  expect(await users()).toBe(1);
});

it('names a user the same at every start, and nobody else can', async () => {
  const label = async (one: ReturnType<typeof metrics>) => /user="(\w+)"/.exec(await one.text())?.[1];
  expect(await label(metrics())).toBe(await label(metrics()));
  const other = serverMetrics({
    labelKey: new Uint8Array(32),
    storageBytes: async () => [{ owner: 'ada@example.org', bytes: 0 }],
    streams: () => 0,
  });
  expect(await label(other)).not.toBe(await label(metrics()));
});

it('has a dashboard that asks only for what is there', async () => {
  const said = await metrics().text();
  const dashboard = readFileSync(join(import.meta.dirname, '../../../docs/grafana/tenfold.json'), 'utf8');
  const names = new Set([...dashboard.matchAll(/tenfold_[a-z_]+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, '')));
  expect(names.size).toBeGreaterThan(8);
  for (const name of names) expect(said).toContain(`# TYPE ${name} `);
  expect(JSON.parse(dashboard).panels.length).toBeGreaterThan(8);
});
