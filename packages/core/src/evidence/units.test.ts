import { describe, expect, it } from 'vitest';
import type { Passage } from './passage.ts';
import { unitsOf } from './units.ts';

const printed = (text: string): readonly Passage[] => [{ voice: 'result', text, part: 0 }];
const voices = (text: string) => unitsOf(printed(text)).map((unit) => [unit.text, unit.voice]);

describe('unitsOf', () => {
  it('takes comments and markup for code, and a remark in brackets for none', () => {
    expect(
      voices('// Legacy prompt generation state.\n/* Fetches the rows of a page */\n<div className="card text-center">'),
    ).toEqual([
      ['// Legacy prompt generation state.', 'code'],
      ['/* Fetches the rows of a page */', 'code'],
      ['<div className="card text-center">', 'code'],
    ]);
    expect(voices('oom-killer picked pid 4211 (kestreld)')).toEqual([['oom-killer picked pid 4211 (kestreld)', 'result']]);
  });

  it('leaves numbers of lines out, and no time of a log', () => {
    const texts = (text: string) => unitsOf(printed(text)).map((unit) => unit.text);
    expect(texts('  112:\tthe queue is full')).toEqual(['the queue is full']);
    expect(texts('1640 1641 │ the queue is full')).toEqual(['the queue is full']);
    expect(texts('85 | the queue is full')).toEqual(['the queue is full']);
    expect(texts('12:04:11 the queue is full')).toEqual(['12:04:11 the queue is full']);
  });

  it('keeps tabs, and errors that end in a bracket', () => {
    expect(unitsOf(printed('FAIL\texample.org/cli/strategy [build failed]'))).toMatchObject([
      { kind: 'error', text: 'FAIL\texample.org/cli/strategy [build failed]' },
    ]);
  });

  it('takes code in an earlier record for code, and no request that was carried for a new one', () => {
    const record =
      '## Evidence\n### Last full request\n- User: Port it.\n### Facts\n- const hasStats = prompts.map(statsOf);\n- The lease ends in May.';
    const units = unitsOf([{ voice: 'record', text: record, part: 0 }]);
    expect(units.map(({ text, voice }) => [text, voice])).toEqual([
      ['const hasStats = prompts.map(statsOf);', 'code'],
      ['The lease ends in May.', 'record'],
    ]);
  });

  it('counts what is said again, and tells talk of two clause by clause, with nothing in it that is to hold', () => {
    const talk = ['It is so good to hear from you.', 'We flew to Porto with my aunt, and the hotel lost our bags.'];
    const passages = Array.from(
      { length: 6 },
      (_, n): Passage => ({ voice: n % 2 === 0 ? 'user' : 'assistant', text: talk.join(' '), part: 0 }),
    );
    expect(unitsOf(passages).map(({ text, times, kind }) => [text, times, kind])).toEqual([
      [talk[0], 6, 'fact'],
      ['We flew to Porto with my aunt', 6, 'fact'],
      ['and the hotel lost our bags.', 6, 'fact'],
    ]);
    const worked = [...passages, { voice: 'call', text: '', part: 0, name: 'bash', input: { command: 'ls' } } as const];
    expect(unitsOf(worked).map(({ text }) => text)).toContain(talk[1]);
  });
});
