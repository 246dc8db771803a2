import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { scratchFolder } from '../testing/sample-files.ts';
import { tenfold, tenfoldHere } from '../testing/tenfold-process.ts';

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
    /1 damage found: session \S+: message 1: its bytes are not those that were stored\. It is in the backup/,
  );
  const restored = await tenfoldHere(['restore', scratch.at('copy.db'), '--home', home]);
  expect([restored.code, restored.err]).toEqual([0, '']);
  expect(restored.out).toMatch(/1 damage found: session \S+: message 1.*everything else is whole/);
});

it('a store with a damaged page is told wherever what is left of it is read', async () => {
  const home = scratch.at('torn');
  const talk = await scratch.file(
    'torn.jsonl',
    '{"role":"user","content":"one harbour"}\n{"role":"assistant","content":"two"}\n',
  );
  expect((await tenfoldHere(['import', talk, '--home', home])).code).toBe(0);
  const file = scratch.at('torn/tenfold.db');
  const database = new DatabaseSync(file);
  database.exec('pragma wal_checkpoint(truncate)');
  const { rootpage } = database.prepare("select rootpage from sqlite_schema where name = 'checkpoints'").get() as {
    rootpage: number;
  };
  database.close();
  writeFileSync(file, readFileSync(file).fill(0x5a, (rootpage - 1) * 4096, rootpage * 4096));
  const told = /The store in \S+ is damaged; this is what can still be read of it\. .*`tenfold restore FILE`/;
  const list = await tenfold(['export', '--list', '--home', home]);
  expect([list.code, list.out.trim().split('\n').length]).toEqual([0, 1]);
  expect(list.err).toMatch(told);
  const backup = await tenfoldHere(['backup', scratch.at('torn-copy.db'), '--home', home]);
  expect(backup.code).toBe(2);
  expect(backup.out).toContain('torn-copy.db: 1 session, 2 entries');
  expect(backup.err).toMatch(told);
  const doctor = await tenfoldHere(['doctor', '--home', home]);
  expect(doctor.code).toBe(2);
  expect(doctor.out).toMatch(/^failed +store +The store .* is damaged: .*`tenfold restore FILE` puts a backup in place\.$/m);
});
