import type { Json, JsonObject } from '@tenfold/core';

/** One field of a form, as its JSON Schema describes it. */
export interface SchemaField {
  readonly name: string;
  readonly title: string;
  readonly help: string;
  readonly optional: boolean;
  readonly kind: FieldKind;
}

/** What a field takes. */
export type FieldKind =
  | { readonly type: 'flag' }
  | { readonly type: 'whole'; readonly least: number; readonly most: number }
  | { readonly type: 'choice'; readonly options: readonly string[] }
  | { readonly type: 'words' }
  | { readonly type: 'profile' }
  | { readonly type: 'rows'; readonly fields: readonly SchemaField[] }
  | { readonly type: 'unknown' };

/** The fields of an object's schema, in its order. */
export function schemaFields(schema: JsonObject): SchemaField[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonObject>>;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    title: String(property.title ?? name),
    help: String(property.description ?? ''),
    optional: !required.includes(name),
    kind: kindOf(name, property),
  }));
}

function kindOf(name: string, property: JsonObject): FieldKind {
  if (Array.isArray(property.enum)) return { type: 'choice', options: property.enum.map(String) };
  switch (property.type) {
    case 'boolean':
      return { type: 'flag' };
    case 'integer':
      return { type: 'whole', least: numberOr(property.minimum, 0), most: numberOr(property.maximum, Number.MAX_SAFE_INTEGER) };
    case 'string':
      return { type: name === 'apiProfile' ? 'profile' : 'words' };
    case 'array':
      return { type: 'rows', fields: schemaFields((property.items ?? {}) as JsonObject) };
    default:
      return { type: 'unknown' };
  }
}

function numberOr(value: Json | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

/** A step that suits the bounds of a number. */
export function stepOf(most: number): number {
  return most >= 100_000 ? 100 : most > 1_000 ? 5 : 1;
}

/** `preserve_recent` and `summarize` as people read them. */
export function optionWords(option: string): string {
  const words = option.replaceAll('_', ' ').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A config with a field set; null leaves the choice to the default again. */
export function withField(config: JsonObject, name: string, value: Json): JsonObject {
  const { [name]: _, ...rest } = config;
  return value === null ? rest : { ...rest, [name]: value };
}
