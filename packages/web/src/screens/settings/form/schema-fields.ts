import type { Json, JsonObject } from '@tenfold/core';
import type { ControlKind } from './control-kind.ts';
import type { FormField } from './fields.tsx';

/** The fields of an object's JSON Schema, in its order. */
export function schemaFields(schema: JsonObject): FormField[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(objectOf(schema.properties)).map(([name, property]) => {
    const { title = name, description = '' } = objectOf(property);
    return {
      name,
      label: String(title),
      help: String(description),
      kind: kindOf(name, objectOf(property), required.includes(name)),
    };
  });
}

function kindOf(name: string, property: JsonObject, isRequired: boolean): ControlKind {
  if (Array.isArray(property.enum))
    return { type: 'choice', options: Object.fromEntries(property.enum.map((one) => [String(one), optionWords(String(one))])) };
  switch (property.type) {
    case 'boolean':
      return { type: 'flag' };
    case 'integer':
      return { type: 'number', step: stepOf(property.maximum), ...(isRequired ? {} : { empty: 'automatic' }) };
    case 'string':
      return name === 'apiProfile' ? { type: 'profile', none: 'Condensing profile' } : { type: 'text' };
    case 'array':
      return { type: 'rows', fields: schemaFields(objectOf(property.items)) };
    default:
      return { type: 'none' };
  }
}

function objectOf(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

/** A step that suits the bounds of a number. */
function stepOf(max: Json | undefined): number {
  const most = typeof max === 'number' ? max : Number.MAX_SAFE_INTEGER;
  return most >= 100_000 ? 100 : most > 1_000 ? 5 : 1;
}

/** `preserve_recent` and `summarize` as people read them. */
export function optionWords(option: string): string {
  const words = option.replaceAll('_', ' ').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
