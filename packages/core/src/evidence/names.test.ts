import { describe, expect, it } from 'vitest';
import { counterFor } from '../count/model-counter.ts';
import { namesWithin, rankedNames } from './names.ts';
import type { Passage } from './passage.ts';

const count = counterFor('gpt-4o');
const said = (text: string): Passage => ({ voice: 'assistant', text, part: 0 });
const shown = (text: string): Passage => ({ voice: 'result', text, part: 0 });

describe('rankedNames', () => {
  it('puts what was used before what was only shown, and what is late before what is early', () => {
    const ranked = rankedNames(
      [said('First oldHelper.'), shown('shownHelper is here'), said('Then newHelper.'), shown('and otherThing')],
      count,
    );
    expect(ranked.indexOf('newHelper')).toBeLessThan(ranked.indexOf('oldHelper'));
    expect(ranked.indexOf('oldHelper')).toBeLessThan(ranked.indexOf('shownHelper'));
  });

  it('lists the names of a chain, not what owns them, and leaves files whole', () => {
    const ranked = rankedNames(
      [said('this.store.readRow fails in src/store/redis-store.ts; settings.configured and app.config.ts stand.')],
      count,
    );
    expect(ranked).toContain('readRow');
    expect(ranked).toContain('settings.configured');
    expect(ranked).toContain('app.config.ts');
    expect(ranked).toContain('src/store/redis-store.ts');
    expect(ranked.some((name) => name.startsWith('this.'))).toBe(false);
  });

  it('takes neither parameters of a tool, nor kinds of content, nor colors of a terminal for names', () => {
    const call: Passage = {
      voice: 'call',
      text: '',
      part: 0,
      name: 'edit',
      input: { file_path: 'src/row.ts', new_string: 'readRow' },
    };
    const ranked = rankedNames([call, shown('\u001b[32mstoreIndex\u001b[0m image/png //nolint:all F.......FF\\nlastRow')], count);
    expect([...ranked].sort()).toEqual(['lastRow', 'readRow', 'src/row.ts', 'storeIndex']);
  });

  it('puts words that people join behind folders and what somebody works with', () => {
    const call: Passage = { voice: 'call', text: '', part: 0, name: 'list', input: { in: 'build/output' } };
    const ranked = rankedNames(
      [call, said('Look at code/docs/tests, pending/ and src/store; src/store/redis/row.ts and shownHelper say so.')],
      count,
    );
    for (const name of ['build/output', 'src/store', 'shownHelper', 'src/store/redis/row.ts'])
      for (const joined of ['code/docs/tests', 'pending/'])
        expect(ranked.indexOf(name), `${name} and ${joined}`).toBeLessThan(ranked.indexOf(joined));
  });

  it('takes no measures and plain words for names', () => {
    expect(rankedNames([said('It took 631ms and 2.4s, twice as long.')], count)).toEqual([]);
  });
});

it('fills a budget with names that stand nowhere yet', () => {
  const names = ['readRow', 'readRows', 'writeRow', 'src/a.ts'];
  const taken = namesWithin(names, 12, 'readRow is told', count);
  expect(taken).not.toContain('readRow');
  expect(taken.reduce((sum, name) => sum + count.text(name) + 1, 0)).toBeLessThanOrEqual(12);
  expect(namesWithin(names, 1_000, '', count)).toEqual(names);
});
