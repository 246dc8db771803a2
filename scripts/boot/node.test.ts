import path from 'node:path';
import { expect, it } from 'vitest';
import lock from '../../runtime/package-lock.json' with { type: 'json' };
import { isNewEnough, packagedNode } from './node.mjs';

it.each([
  ['18.20.8', false],
  ['20.20.2', false],
  ['22.17.1', false],
  ['22.18.0', true],
  ['22.22.2', true],
  ['23.11.0', false],
  ['24.0.0', true],
  ['26.1.0', true],
])('Node %s is new enough: %s', (version, expected) => {
  expect(isNewEnough(version)).toBe(expected);
});

it('has a Node for what runtime/ locks, and none for the rest', () => {
  for (const [platform, arch] of [
    ['linux', 'x64'],
    ['win32', 'x64'],
  ] as const) {
    const node = packagedNode('runtime', platform, arch)?.split(path.sep).join('/') ?? '';
    const locked = Object.entries(lock.packages).find(([place]) => node.startsWith(`runtime/${place}/`));
    expect(locked?.[1]).toMatchObject({ os: platform, cpu: arch, bin: { node: node.split('/').slice(-2).join('/') } });
  }
  expect(packagedNode('runtime', 'darwin', 'arm64')).toBeNull();
  expect(packagedNode('runtime', 'linux', 'arm64')).toBeNull();
});
