import { expect, it } from 'vitest';
import { asJson } from './as-json.ts';
import type { JsonObject } from './message.ts';

interface Named {
  readonly name: string;
  readonly inner?: { readonly list: readonly Named[] };
}

it('gives back the value itself', () => {
  const value: Named = { name: 'a', inner: { list: [{ name: 'b' }] } };
  const json: JsonObject = asJson(value);
  expect(json).toBe(value);
  expect(asJson([value])[0]).toBe(value);
});

it('lets no type pass that JSON does not know', () => {
  // @ts-expect-error a date
  asJson({ at: new Date(0) });
  // @ts-expect-error a function
  asJson({ run: () => 1 });
  const unknown: unknown = 1;
  // @ts-expect-error nobody knows what this is
  asJson({ unknown });
  expect.assertions(0);
});
