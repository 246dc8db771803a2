import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { EMPTY_EDITOR, typed } from './editor.ts';
import { LONGEST_LINE, lookedBack, MAX_LINES, remembered, typedLines } from './typed-lines.ts';
import { keepTypedLine, readTypedLines, typedLinesFile } from './typed-lines-file.ts';

it('goes back to older lines and forward again to what was being typed', () => {
  const draft = typed(EMPTY_EDITOR, 'half a thou');
  const lines = remembered(remembered(typedLines(['one']), 'two'), 'two');
  const first = lookedBack(lines, draft, -1);
  const second = lookedBack(first?.typed ?? lines, first?.editor ?? draft, -1);
  expect([first, second].map((looked) => looked?.editor.composition.text)).toEqual(['two', 'one']);
  expect(second?.editor.caret).toBe(3);
  expect(lookedBack(second?.typed ?? lines, draft, -1)).toBeUndefined();
  const third = lookedBack(second?.typed ?? lines, second?.editor ?? draft, 1);
  const fourth = lookedBack(third?.typed ?? lines, third?.editor ?? draft, 1);
  expect(fourth).toEqual({ typed: lines, editor: draft });
  expect(lookedBack(lines, draft, 1)).toBeUndefined();
});

it('keeps lines in a file for its owner, so many and no more, whatever is in it', async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'tenfold-lines-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const file = typedLinesFile(home);
  expect(await readTypedLines(file)).toEqual([]);
  await writeFile(file, `${'"x"\n'.repeat(MAX_LINES + 5)}{torn`, { mode: 0o644 });
  for (const line of ['two\nlines', 'two\nlines', 'y'.repeat(LONGEST_LINE + 1)]) await keepTypedLine(file, line);
  const kept = await readTypedLines(file);
  expect([kept.length, kept.at(-1), kept.at(-2)]).toEqual([MAX_LINES, 'two\nlines', 'x']);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await keepTypedLine(path.join(home, 'no', 'such', 'file'), 'lost');
});
