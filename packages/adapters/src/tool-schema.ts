import type { Json } from '@tenfold/core';

/** What a schema library's schema may be asked, in the forms in which tools carry one. */
interface AnySchema {
  readonly '~standard'?: { readonly jsonSchema?: { input(options: { readonly target: string }): unknown } };
  /** The AI SDK's `jsonSchema()`. */
  readonly jsonSchema?: unknown;
  readonly description?: string;
  readonly _zod?: { readonly def: Definition };
  readonly _def?: Definition;
}

/** How Zod 3 and 4 describe a schema. */
interface Definition {
  /** Zod 4: the kind; Zod 3: what an array holds. */
  readonly type?: string | AnySchema;
  readonly typeName?: string;
  readonly shape?: Shape | (() => Shape);
  readonly element?: AnySchema;
  readonly innerType?: AnySchema;
  readonly schema?: AnySchema;
  readonly in?: AnySchema;
  readonly valueType?: AnySchema;
  readonly options?: readonly AnySchema[];
  readonly entries?: object;
  readonly values?: Json;
  readonly value?: Json;
}

type Shape = Readonly<Record<string, AnySchema>>;

const known = new WeakMap<object, Json>();

/** A tool's parameters as the model is told of them, so that they can be counted; undefined where nothing is known of them. */
export function parametersOf(schema: unknown): Json | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined;
  const parameters = known.get(schema) ?? jsonSchemaOf(schema);
  known.set(schema, parameters);
  return parameters;
}

function jsonSchemaOf(schema: AnySchema): Json {
  const { '~standard': standard, jsonSchema } = schema;
  try {
    if (standard?.jsonSchema !== undefined) return standard.jsonSchema.input({ target: 'draft-07' }) as Json;
  } catch {
    // A schema that has no JSON form is outlined.
  }
  if (schema._zod !== undefined || schema._def !== undefined) return outlineOf(schema, 0);
  return (typeof jsonSchema === 'object' ? jsonSchema : schema) as Json;
}

/** Schemas may hold themselves. */
const DEEPEST = 8;

/** About what Zod's own converters make of a schema, of versions whose schemas do not bring one. */
function outlineOf(schema: AnySchema, depth: number): Json {
  const def = schema._zod?.def ?? schema._def ?? {};
  const { description } = schema;
  const told = description === undefined ? {} : { description };
  if (depth > DEEPEST) return told;
  const inner = (of: AnySchema): Json => outlineOf(of, depth + 1);
  const held = def.innerType ?? def.schema ?? def.in;
  if (held !== undefined) return { ...(inner(held) as object), ...told };
  if (def.shape !== undefined) {
    const shape = Object.entries(typeof def.shape === 'function' ? def.shape() : def.shape);
    const properties = Object.fromEntries(shape.map(([name, of]) => [name, inner(of)]));
    return { type: 'object', properties, required: shape.map(([name]) => name), additionalProperties: false, ...told };
  }
  if (def.options !== undefined) return { anyOf: def.options.map(inner), ...told };
  if (def.valueType !== undefined) return { type: 'object', additionalProperties: inner(def.valueType), ...told };
  const items = def.element ?? (typeof def.type === 'object' ? def.type : undefined);
  if (items !== undefined) return { type: 'array', items: inner(items), ...told };
  if (def.entries !== undefined) return { type: 'string', enum: Object.values(def.entries), ...told };
  const one = def.values ?? def.value;
  if (one !== undefined) return { type: 'string', enum: one, ...told };
  const kind = typeof def.type === 'string' ? def.type : (def.typeName ?? '').replace(/^Zod/, '').toLowerCase();
  return { type: kind, ...told };
}
