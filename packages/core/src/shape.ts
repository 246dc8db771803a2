import { formatCount } from './counted.ts';
import type { JsonObject } from './message.ts';
import type { FieldProblem, Schema } from './strategy.ts';

/** A piece of a config's form: how it looks as JSON Schema, and how a given value is checked. */
export interface Shape {
  readonly json: JsonObject;
  readonly optional?: boolean;
  check(value: unknown, field: string): readonly FieldProblem[];
}

/** Title and help text of a field. */
export interface About {
  readonly title: string;
  readonly description: string;
}

/** A whole number between two bounds. */
export function whole(min: number, max: number, about: About): Shape {
  return leaf(
    { type: 'integer', minimum: min, maximum: max, ...about },
    `a whole number from ${formatCount(min)} to ${formatCount(max)}`,
    (value) => {
      return Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
    },
  );
}

/** Yes or no. */
export function flag(about: About): Shape {
  return leaf({ type: 'boolean', ...about }, 'true or false', (value) => typeof value === 'boolean');
}

/** One of a few words. */
export function choice(options: readonly string[], about: About): Shape {
  return leaf({ enum: options, ...about }, `one of ${options.join(', ')}`, (value) => options.includes(value as string));
}

/** Characters of a name, and of a description: whatever is named or described, and wherever that comes from. */
export const MAX_NAME = 500;
export const MAX_DESCRIPTION = 5_000;

/** Why a text is too long, null when it is not. */
export function lengthProblem(text: string, most: number): string | null {
  return text.length <= most ? null : `This may have ${formatCount(most)} characters at most.`;
}

/** Characters of any text of a config, and items of any list. */
const MAX_TEXT = 200_000;
const MAX_ITEMS = 10_000;

/** Any text, of so many characters at most; `problem` may say more about what is wrong with it. */
export function words(about: About, problem?: ((text: string) => string | null) | null, most = MAX_TEXT): Shape {
  return {
    json: { type: 'string', maxLength: most, ...about },
    check(value, field) {
      if (typeof value !== 'string') return [{ field, message: 'This must be text.' }];
      const message = lengthProblem(value, most) ?? problem?.(value) ?? null;
      return message === null ? [] : [{ field, message }];
    },
  };
}

/** A field that may be left out. */
export function maybe(shape: Shape): Shape {
  return { ...shape, optional: true };
}

/** A list of things of one shape, this many at most. */
export function list(item: Shape, about: About, most = MAX_ITEMS): Shape {
  return {
    json: { type: 'array', items: item.json, maxItems: most, ...about },
    check(value, field) {
      if (!Array.isArray(value)) return [{ field, message: 'This must be a list.' }];
      if (value.length > most)
        return [{ field, message: `This may be a list of ${formatCount(most)} at most, and has ${formatCount(value.length)}.` }];
      return value.flatMap((element, index) => item.check(element, `${field}[${index}]`));
    },
  };
}

/** Fields nobody knows that are told of; there may be as many as a file has room for. */
const MAX_UNKNOWN = 20;

/** An object with these fields and no others. */
export function fields(shapes: Readonly<Record<string, Shape>>, about?: About): Shape {
  const required = Object.keys(shapes).filter((name) => !shapes[name]?.optional);
  const properties = Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, shape.json]));
  return {
    json: { type: 'object', properties, required, additionalProperties: false, ...about },
    check(value, field) {
      if (value === null || typeof value !== 'object' || Array.isArray(value))
        return [{ field, message: 'This must be an object.' }];
      const path = (name: string) => (field === '' ? name : `${field}.${name}`);
      const unknown = Object.keys(value).filter((name) => !Object.hasOwn(shapes, name));
      unknown.splice(MAX_UNKNOWN);
      return [
        ...unknown.map((name) => ({
          field: path(name),
          message: `There is no setting of this name. Known are ${Object.keys(shapes).join(', ')}.`,
        })),
        ...Object.entries(shapes).flatMap(([name, shape]) => {
          const given = (value as Record<string, unknown>)[name];
          if (given === undefined) return shape.optional ? [] : [{ field: path(name), message: 'This is missing.' }];
          return shape.check(given, path(name));
        }),
      ];
    },
  };
}

/** Any of several shapes told apart by the value of their `type`. */
export function variants(shapes: Readonly<Record<string, Shape>>, about?: About): Shape {
  return {
    json: { oneOf: Object.values(shapes).map((shape) => shape.json), ...about },
    check(value, field) {
      const name = (value as { type?: unknown } | null)?.type;
      const shape = typeof name === 'string' && Object.hasOwn(shapes, name) ? shapes[name] : undefined;
      if (shape !== undefined) return shape.check(value, field);
      return [
        { field: field === '' ? 'type' : `${field}.type`, message: `This must be one of ${Object.keys(shapes).join(', ')}.` },
      ];
    },
  };
}

/** A strategy's schema: the defaults fill what a given config leaves out before it is checked. */
export function schemaOf<Config extends object>(shape: Shape, defaults: Config): Schema<Config> {
  return {
    defaults,
    json: shape.json,
    validate: (config) =>
      shape.check(
        typeof config === 'object' && config !== null && !Array.isArray(config) ? { ...defaults, ...config } : config,
        '',
      ),
  };
}

function leaf(json: JsonObject, expected: string, right: (value: unknown) => boolean): Shape {
  return { json, check: (value, field) => (right(value) ? [] : [{ field, message: `This must be ${expected}.` }]) };
}
