import { type JsonObject, strategies } from '@tenfold/core';
import { describe, expect, it } from 'vitest';
import { optionWords, schemaFields, withField } from './schema-field.ts';

describe('a form of a schema', () => {
  it.each(strategies.filter(({ id }) => id !== 'smart').map(({ id, config }) => [id, config.json] as const))(
    'has a control, a name and help for every setting of %s',
    (_, json) => {
      for (const field of schemaFields(json as JsonObject)) {
        expect(field.kind.type).not.toBe('unknown');
        expect(field.title).not.toBe(field.name);
        expect(field.help.length).toBeGreaterThan(10);
      }
    },
  );
  it('knows bounds, choices and rows', () => {
    const [native, lossless] = ['native', 'lossless'].map((id) => {
      const fields = schemaFields(strategies.find((one) => one.id === id)?.config.json as JsonObject);
      return Object.fromEntries(fields.map((field) => [field.name, field]));
    });
    expect(native?.template?.kind).toEqual({ type: 'choice', options: ['general', 'technical', 'coding'] });
    expect(native?.maxTokens).toMatchObject({ optional: true, kind: { type: 'whole', least: 1 } });
    expect(native?.apiProfile?.kind.type).toBe('profile');
    expect(lossless?.tools?.kind).toMatchObject({ type: 'rows', fields: [{ name: 'name' }, { name: 'kind' }] });
  });
  it('sets and clears single fields', () => {
    expect(withField({ a: 1 }, 'b', false)).toEqual({ a: 1, b: false });
    expect(withField({ a: 1, b: 2 }, 'b', null)).toEqual({ a: 1 });
    expect(optionWords('preserve_recent')).toBe('Preserve recent');
  });
});
