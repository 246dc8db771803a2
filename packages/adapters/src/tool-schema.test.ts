import { countText } from '@tenfold/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod/v3';
import { parametersOf } from './tool-schema.ts';

const told = 'What is meant by it, in so many words that it weighs something.';
const fields = z.object({
  name: z.string().describe(told).optional(),
  kind: z.enum(['file', 'folder']).describe(told),
  lines: z.array(z.number()).default([]),
  either: z.union([z.literal('all'), z.record(z.string(), z.boolean())]),
  inner: z.object({ deep: z.object({ er: z.string().nullable() }) }).describe(told),
  length: z.string().transform((text) => text.length),
});
const older = z3.object({
  name: z3.string().describe(told).optional(),
  kind: z3.enum(['file', 'folder']).describe(told),
  lines: z3.array(z3.number()).default([]),
  either: z3.union([z3.literal('all'), z3.record(z3.boolean())]),
  inner: z3.object({ deep: z3.object({ er: z3.string().nullable() }) }).describe(told),
  length: z3.string().transform((text) => text.length),
});
const plain = z.toJSONSchema(fields, { io: 'input', target: 'draft-7' });
const weight = (schema: unknown) => countText(JSON.stringify(parametersOf(schema)));

describe('parameters of a tool', () => {
  it('are what the schema itself says where it can', () => {
    expect(parametersOf(fields)).toEqual(fields['~standard'].jsonSchema.input({ target: 'draft-07' }));
    for (const schema of [plain, { jsonSchema: plain }]) expect(JSON.stringify(parametersOf(schema))).toBe(JSON.stringify(plain));
  });

  it.each([
    ['Zod 3', older],
    ['Zod 4 of before it could', { _zod: fields._zod }],
  ])('weigh about as much where it cannot: %s', (_name, schema) => {
    const ratio = weight(schema) / countText(JSON.stringify(plain));
    expect(ratio).toBeGreaterThan(0.85);
    expect(ratio).toBeLessThan(1.15);
    expect(JSON.stringify(parametersOf(schema)).split(told).length).toBe(4);
  });

  it('are found once a schema', () => {
    expect(parametersOf(older)).toBe(parametersOf(older));
  });

  it('end where a schema holds itself', () => {
    interface Node {
      readonly next?: Node | undefined;
    }
    const node: z3.ZodType<Node> = z3.object({ next: z3.lazy(() => node).optional() });
    expect(weight(node)).toBeLessThan(1_000);
  });

  it.each([undefined, null, 'text', 7])('are none of %s', (schema) => {
    expect(parametersOf(schema)).toBeUndefined();
  });
});
