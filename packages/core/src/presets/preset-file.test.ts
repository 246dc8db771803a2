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
    ['{"format":"tenfold-preset","version":1,"name":"x","strategy":"smart","config":{"passes":[{"id":"a"}]}}', undefined],
  ])('refuse %s and name the fields', (text, fields) => {
    const found = problemsOf(text);
    if (fields === undefined) expect(found.every((field) => field.startsWith('config.passes[0].'))).toBe(true);
    else expect(found).toEqual(fields);
    expect(found.length).toBeGreaterThan(0);
  });
});
