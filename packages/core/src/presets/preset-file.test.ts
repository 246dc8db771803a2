import { describe, expect, it } from 'vitest';
import { InvalidPreset, readPreset, writePreset } from './preset-file.ts';
import { presets } from './presets.ts';

const problemsOf = (text: string) => {
  try {
    readPreset(text);
  } catch (error) {
    if (error instanceof InvalidPreset) return error.problems.map(({ field }) => field);
    throw error;
  }
  return [];
};

describe('preset files', () => {
  it.each(presets)('bring $id back as it was', ({ name, description, strategy, config }) => {
    expect(readPreset(writePreset({ name, description, strategy, config }))).toEqual({
      format: 'tenfold-preset',
      version: 1,
      name,
      description,
      strategy,
      config,
    });
  });

  it.each([
    ['not JSON at all', ['']],
    ['null', ['format']],
    ['{"format":"other"}', ['format']],
    ['{"format":"tenfold-preset"}', ['version', 'name', 'strategy', 'config']],
    ['{"format":"tenfold-preset","version":2,"name":"x","strategy":"native","config":{}}', ['version']],
    ['{"format":"tenfold-preset","version":1,"name":" ","strategy":"nope","config":{}}', ['name', 'strategy']],
    ['{"format":"tenfold-preset","version":1,"name":"x","strategy":"native","config":{"detail":"chatty"}}', ['config.detail']],
    ['{"format":"tenfold-preset","version":1,"name":"x","description":5,"strategy":"native","config":{}}', ['description']],
    ['{"format":"tenfold-preset","version":1,"name":"x","strategy":"smart","config":{"passes":[{"id":"a"}]}}', undefined],
  ])('refuse %s and name the fields', (text, fields) => {
    const found = problemsOf(text);
    if (fields === undefined) expect(found.every((field) => field.startsWith('config.passes[0].'))).toBe(true);
    else expect(found).toEqual(fields);
    expect(found.length).toBeGreaterThan(0);
  });

  it('refuse names and lists that are endless, with few words', () => {
    const preset = { name: 'x', strategy: 'smart', config: { passes: [] } };
    expect(problemsOf(writePreset({ ...preset, name: 'x'.repeat(501) }))).toEqual(['name']);
    expect(problemsOf(writePreset({ ...preset, description: 'x'.repeat(5_001) }))).toEqual(['description']);
    const passes = Array.from({ length: 100_000 }, (_, number) => ({ id: `${number}` }));
    expect(problemsOf(writePreset({ ...preset, config: { passes } }))).toEqual(['config.passes']);
    const unknown = Object.fromEntries(passes.map(({ id }) => [`x${id}`, 1]));
    expect(problemsOf(writePreset({ ...preset, config: { ...unknown, passes: [] } }))).toHaveLength(20);
  });
});
