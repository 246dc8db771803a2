import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignedIn, assignedKind, assignedName } from './assigned.ts';

const told = (text: string) => assignedIn(text, 9).map((pair) => pair.text);

describe('assignedIn', () => {
  it.each([
    ['retry_budget: 4812', 'retry_budget: 4812'],
    ['  "tenant": "k7-22a-zz9",', '"tenant": "k7-22a-zz9"'],
    ['{"id":"abc","maxUpload":"123 MB","x":1}', '"maxUpload":"123 MB"'],
    ['2026-03-12T03:22:11Z WARN staging port: 8431', 'staging port: 8431'],
    ['2026-03-12T03:22:11Z INFO loaded retry_budget=77512', 'retry_budget=77512'],
    ["export const queueName = 'a1-b2-c3';", "queueName = 'a1-b2-c3'"],
    ['# rollout date: 2026-04-12', 'rollout date: 2026-04-12'],
    ['owner: ana@mail.example', 'owner: ana@mail.example'],
    ['took: 250 ms in all', 'took: 250 ms'],
    [' staging_port   | 8431', 'staging_port   | 8431'],
    ['端口：8431。', '端口：8431'],
  ])('finds what is given a value in %j', (text, pair) => {
    expect(told(text)).toEqual([pair]);
  });

  it.each([
    'for (let i = 0; i < 10; i++) {',
    'if (total === 1000) return;',
    'src/bucket.ts:12:3: error',
    'https://host.example:8080/path',
    'name: string',
    'timeout: 30,',
    'background: "#2d2d30"',
    'file: src/store/2024/rows.ts',
    'At 12:30: lunch',
  ])('finds nothing in %j', (text) => {
    expect(told(text)).toEqual([]);
  });

  it('leaves out a name that every row gives a value', () => {
    const rows = Array.from({ length: 5 }, (_, row) => `id=${row}x${row}y${row}z took=${row}41ms`);
    expect(told([...rows, 'limit=77120'].join('\n'))).toEqual(['limit=77120']);
  });

  it('holds a value lighter among many that are as odd', () => {
    const many = Array.from({ length: 12 }, (_, at) => `name${String.fromCharCode(97 + at)}: 5${at}2k-x9-${at}`);
    const [alone] = assignedIn(many[0] as string, 9);
    const [among] = assignedIn(many.join('\n'), 9);
    expect(among?.odd).toBeLessThan(alone?.odd ?? 0);
  });

  it('gives pieces of the text, in order, no more than are asked for, whose names can be read again', () => {
    const name = fc.stringMatching(/^[a-z]{2,8}(?:_[a-z]{2,6})?$/);
    const value = fc.stringMatching(/^[a-z]\d[a-z]{2}-\d[a-z]{3}$/);
    const line = fc.tuple(name, fc.constantFrom(': ', '=', ' = '), value).map((pair) => pair.join(''));
    const any = fc.array(fc.oneof(line, fc.string({ unit: 'binary', maxLength: 60 })), { maxLength: 12 });
    fc.assert(
      fc.property(any, fc.integer({ min: 0, max: 6 }), (lines, most) => {
        const text = lines.join('\n');
        const pairs = assignedIn(text, most);
        expect(pairs.length).toBeLessThanOrEqual(most);
        for (const pair of pairs) expect(text.startsWith(pair.text, pair.at)).toBe(true);
        expect(pairs.map(({ at }) => at)).toEqual(pairs.map(({ at }) => at).sort((a, b) => a - b));
      }),
    );
    fc.assert(
      fc.property(line, (text) => {
        const [pair] = assignedIn(text, 1);
        expect(pair?.text).toBe(text);
        expect(assignedName(text)).toBe(text.split(/ ?[:=]/u)[0]);
        expect(pair?.kind).toBe(assignedKind(text));
      }),
    );
  });
});
