import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { scratchFolder } from '../testing/sample-files.ts';
import { tenfoldHere } from '../testing/tenfold-process.ts';

const scratch = await scratchFolder();
afterAll(scratch.remove);

it('a damaged entry is copied with the rest, told with exit code 2, and restored and told again', async () => {
  const home = scratch.at('home');
  const talk = await scratch.file(
    'talk.jsonl',
    '{"role":"user","content":"one harbour"}\n{"role":"assistant","content":"two"}\n',
  );
  expect((await tenfoldHere(['import', talk, '--home', home])).code).toBe(0);
  expect((await tenfoldHere(['backup', scratch.at('whole.db'), '--home', home])).code).toBe(0);
  const database = new DatabaseSync(scratch.at('home/tenfold.db'));
  database.exec("update entries set message = replace(message, 'one harbour', 'one harbowr')");
  database.close();
  const backup = await tenfoldHere(['backup', scratch.at('copy.db'), '--home', home]);
  expect(backup.code).toBe(2);
  expect(backup.out).toContain('copy.db: 1 session, 2 entries');
  expect(backup.err).toMatch(
    /1 damage found: session \S+: entry 1: its bytes are not those that were stored\. It is in the backup/,
  );
  const restored = await tenfoldHere(['restore', scratch.at('copy.db'), '--home', home]);
  expect([restored.code, restored.err]).toEqual([0, '']);
  expect(restored.out).toMatch(/1 damage found: session \S+: entry 1.*everything else is whole/);
});
