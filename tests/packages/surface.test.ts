import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportedNames } from '../../scripts/architecture/exported-names.ts';
import { packages, root } from './published.ts';

// What a package exports is a promise: a change of it shows up in review as a change of tests/packages/surface/*.txt.
// `npm run surface -- -u` writes them anew.
describe.each([...packages()])('the public surface of %s', (folder, manifest) => {
  const doors = Object.entries(manifest.exports ?? {}).filter((door): door is [string, string] =>
    /\.tsx?$/.test(String(door[1])),
  );

  it('is what its report says', async () => {
    const report = doors.map(([door, file]) => {
      const { values, types } = exportedNames(readFileSync(path.join(root, 'packages', folder, file), 'utf8'));
      const names = [...values, ...types.map((name) => `type ${name}`)];
      return [path.posix.join(manifest.name, door), ...names.map((name) => `  ${name}`), ''].join('\n');
    });
    await expect(report.join('\n')).toMatchFileSnapshot(`surface/${folder}.txt`);
  });

  it.each(doors)('%s exports by explicit lists exactly what exists when it runs', async (_door, file) => {
    const module = path.join(root, 'packages', folder, file);
    expect(Object.keys(await import(module)).sort()).toEqual(exportedNames(readFileSync(module, 'utf8')).values);
  });
});
