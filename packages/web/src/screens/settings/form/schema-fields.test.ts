import { type JsonObject, strategies } from '@tenfold/core';
import { describe, expect, it } from 'vitest';
import { optionWords, schemaFields } from './schema-fields.ts';

describe('a form of a schema', () => {
  it.each(strategies.filter(({ id }) => id !== 'smart').map(({ id, config }) => [id, config.json] as const))(
    'has a control, a name and help for every setting of %s',
    (_, json) => {
      for (const field of schemaFields(json as JsonObject)) {
        expect(field.kind.type).not.toBe('none');
        expect(field.label).not.toBe(field.name);
        expect(field.help?.length).toBeGreaterThan(10);
      }
    },
  );
  it('knows bounds, choices and rows', () => {
    const [native, lossless] = ['native', 'lossless'].map((id) => {
      const fields = schemaFields(strategies.find((one) => one.id === id)?.config.json as JsonObject);
      return Object.fromEntries(fields.map((field) => [field.name, field.kind]));
    });
    expect(native?.template).toEqual({
      type: 'choice',
      options: { general: 'General', technical: 'Technical', coding: 'Coding' },
    });
    expect(native?.maxTokens).toMatchObject({ type: 'number', empty: 'automatic' });
    expect(native?.apiProfile?.type).toBe('profile');
    expect(lossless?.tools).toMatchObject({ type: 'rows', fields: [{ name: 'name' }, { name: 'kind' }] });
    expect(optionWords('preserve_recent')).toBe('Preserve recent');
  });
});
