import { describe, expect, it } from 'vitest';
import { choice, fields, flag, list, maybe, schemaOf, variants, whole, words } from './shape.ts';

const about = { title: 'T', description: 'D' };
const shape = fields({
  size: whole(1, 9, about),
  on: flag(about),
  mode: choice(['a', 'b'], about),
  note: maybe(words(about, (text) => (text === 'bad' ? 'Not that.' : null))),
  steps: maybe(list(variants({ one: fields({ type: choice(['one'], about), n: whole(0, 1, about) }) }), about)),
});
const schema = schemaOf<object>(shape, { size: 1, on: true, mode: 'a' });
const problems = (config: unknown) => schema.validate(config).map(({ field, message }) => `${field}: ${message}`);

describe('a config', () => {
  it('is right as it comes, and where it leaves things to the defaults', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ size: 9, note: 'x', steps: [{ type: 'one', n: 1 }] })).toEqual([]);
  });

  it('is told field by field what is wrong', () => {
    expect(problems({ size: 10, on: 1, mode: 'c', note: 'bad' })).toEqual([
      'size: This must be a whole number from 1 to 9.',
      'on: This must be true or false.',
      'mode: This must be one of a, b.',
      'note: Not that.',
    ]);
    expect(problems({ note: 1, steps: 'x' })).toEqual(['note: This must be text.', 'steps: This must be a list.']);
    expect(problems({ steps: [{ type: 'two' }, null, { type: 'one' }] })).toEqual([
      'steps[0].type: This must be one of one.',
      'steps[1].type: This must be one of one.',
      'steps[2].n: This is missing.',
    ]);
    expect(problems({ size: undefined, other: 1 })).toEqual([
      'other: There is no setting of this name. Known are size, on, mode, note, steps.',
      'size: This is missing.',
    ]);
    expect(problems('x')).toEqual([': This must be an object.']);
    expect(problems([])).toEqual([': This must be an object.']);
  });

  it('is described as JSON Schema with a title and help for each field', () => {
    expect(schema.json).toMatchObject({ type: 'object', required: ['size', 'on', 'mode'], additionalProperties: false });
    expect(schema.json.properties).toMatchObject({
      size: { type: 'integer', minimum: 1, maximum: 9, title: 'T', description: 'D' },
    });
  });
});
