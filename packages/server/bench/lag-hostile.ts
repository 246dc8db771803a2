import * as z from 'zod';
import { apiRoutes } from '../src/api/routes.ts';
import { rawRequest } from '../src/testing/raw-request.ts';
import { callerOf, type Tell } from './lag-requests.ts';

interface Body {
  readonly name: string;
  readonly text: string;
}

/** So many times the same, by commas. */
const filled = (bytes: number, item: string) =>
  Array.from({ length: Math.floor(bytes / (item.length + 1)) }, () => item).join(',');
const fields = (count: number, value: string, name = 'f') =>
  Array.from({ length: count }, (_, n) => `"${name}${n}":${value}`).join(',');

/** Values of so many bytes that are to be hard to read, to check or to refuse. */
function values(bytes: number): readonly Body[] {
  const wide = `{${fields(9_999, '1')}}`;
  const tree = (depth: number): string => (depth === 0 ? '1' : `[${tree(depth - 1)},{"a":${tree(depth - 1)}}]`);
  const branch = tree(14);
  return [
    { name: 'objects of ten thousand fields', text: `[${filled(bytes, wide)}]` },
    { name: 'an object with long names', text: `{${fields(9_999, '1', 'n'.repeat(bytes / 9_999 - 10))}}` },
    { name: 'one name', text: `{"${'n'.repeat(bytes)}":1}` },
    { name: 'small objects', text: `[${filled(bytes, '{"a":1}')}]` },
    { name: 'empty lists', text: `[${filled(bytes, '[]')}]` },
    { name: 'lists in lists', text: `[${filled(bytes, `${'['.repeat(60)}${']'.repeat(60)}`)}]` },
    { name: 'a tree', text: `[${filled(bytes, branch)}]` },
    { name: 'numbers', text: `[${filled(bytes, '7')}]` },
    { name: 'numbers of a million digits', text: `[${filled(bytes, '7'.repeat(1e6))}]` },
    { name: 'one name many times', text: `{${filled(bytes, '"a":1')}}` },
    { name: 'names of a prototype', text: `{${filled(bytes, '"__proto__":{"x":1}')}}` },
    { name: 'one text', text: `"${'x'.repeat(bytes)}"` },
    { name: 'a text of escapes', text: `"${'\\ud800'.repeat(bytes / 6)}"` },
    { name: 'short texts', text: `[${filled(bytes, '"x"')}]` },
    { name: 'wrong parts', text: `[${filled(bytes, '{"type":"text","text":5,"role":"user","id":"a","name":"b"}')}]` },
    { name: 'right parts', text: `[${filled(bytes, '{"type":"text","text":"x"}')}]` },
    { name: 'right messages', text: `[${filled(bytes, '{"role":"user","text":"x"}')}]` },
  ];
}

/** Bodies of so many bytes to every route that takes one: each of them as it is, and in each field. */
export async function askHostile(url: string, bytes: number, tell: Tell): Promise<void> {
  const call = callerOf(url);
  const { id } = JSON.parse((await call('POST', '/api/sessions', {})).text) as { id: string };
  const all = values(bytes);
  for (const { endpoint } of apiRoutes) {
    if (endpoint.body === undefined) continue;
    const { $ref, $defs = {}, properties } = z.toJSONSchema(endpoint.body, { unrepresentable: 'any', io: 'input' });
    const names = Object.keys(properties ?? $defs[$ref?.split('/').at(-1) ?? '']?.properties ?? {});
    const path = endpoint.path.replace(':session', id).replaceAll(/:\w+/g, 'native');
    for (const field of [null, ...names])
      await tell(`${endpoint.method} ${endpoint.path} ${field ?? 'whole'}`, async () => {
        let told = { status: 0 };
        for (const { text } of all)
          told = await rawRequest({
            port: Number(new URL(url).port),
            method: endpoint.method.toUpperCase(),
            path,
            headers: { 'content-type': 'application/json' },
            body: field === null ? text : `{${JSON.stringify(field)}:${text}}`,
          });
        return told;
      });
  }
}
