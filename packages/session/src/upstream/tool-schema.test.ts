import { expect, it } from 'vitest';
import { toolInput, toolSchema } from './tool-schema.ts';

it('gives properties names that every API takes, and calls the tool by its own', () => {
  const parameters = {
    type: 'object',
    properties: { 'filter[id]': { type: 'string' }, filter_id_: { type: 'number' }, $top: {}, ['x'.repeat(70)]: {}, plain: {} },
    required: ['filter[id]', 'plain', 'gone'],
  };
  const { properties, required } = toolSchema(parameters);
  expect(Object.keys(properties as object)).toEqual(['filter_id__2', 'filter_id_', '_top', 'x'.repeat(64), 'plain']);
  expect(required).toEqual(['filter_id__2', 'plain']);
  const input = { filter_id__2: 'a', filter_id_: 1, _top: 2, ['x'.repeat(64)]: 3, plain: 4, other: 5 };
  expect(toolInput(parameters, input)).toEqual({
    'filter[id]': 'a',
    filter_id_: 1,
    $top: 2,
    ['x'.repeat(70)]: 3,
    plain: 4,
    other: 5,
  });
  expect(toolInput(undefined, 'x')).toBe('x');
});

it('leaves what every API takes as it is, and says what lists are of', () => {
  const fine = { type: 'object', properties: { path: { type: 'string' }, lines: { type: 'array', items: { type: 'number' } } } };
  expect(toolSchema({ ...fine, required: ['path'] })).toEqual({ ...fine, required: ['path'] });
  expect(toolSchema({ properties: { lines: { type: 'array' } } })).toEqual({
    type: 'object',
    properties: { lines: { type: 'array', items: {} } },
  });
});
