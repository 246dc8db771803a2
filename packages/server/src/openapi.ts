import { type Endpoint, type Media, ProblemBody } from '@tenfold/contract';
import * as z from 'zod';

type Schema = Record<string, unknown>;

/** The API as an OpenAPI 3.1 document, made of the same schemas that check requests. */
export function openApi(endpoints: readonly Endpoint[], version: string): Schema {
  const named: Record<string, Schema> = {};
  const refer = (schema: z.ZodType, io: 'input' | 'output') => schemaOf(schema, io, named);
  const problem = {
    description: 'Refused or failed',
    content: jsonOf(refer(ProblemBody, 'output'), 'application/problem+json'),
  };
  const paths: Record<string, Schema> = {};
  for (const route of endpoints) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    const described = operation(route, refer);
    described.responses.default = problem;
    paths[path] = { ...paths[path], [route.method]: described };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tenfold', version, description: 'Conversations that stay inside their context window.' },
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(named).sort(([a], [b]) => a.localeCompare(b))),
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'Only where the server has a token.' } },
    },
    security: [{}, { token: [] }],
  };
}

type Refer = (schema: z.ZodType, io: 'input' | 'output') => Schema;

function operation(route: Endpoint, refer: Refer): Schema & { responses: Schema } {
  const { method, path, tag, summary, query, body, status = 200, answer, also } = route;
  const responses: Schema = { [status]: response(answer, refer) };
  if (also?.answer !== undefined) responses[also.status] = response(also.answer, refer);
  return {
    operationId: operationId(method, path),
    tags: [tag],
    summary,
    parameters: [...pathParameters(path), ...(query === undefined ? [] : queryParameters(refer(query, 'input')))],
    ...(body === undefined ? {} : { requestBody: { required: true, content: jsonOf(refer(body, 'input')) } }),
    responses,
  };
}

function response(answer: z.ZodType | Media, refer: Refer): Schema {
  if ('media' in answer) {
    const { media, about, events } = answer;
    return { description: about, content: jsonOf(events === undefined ? { type: 'string' } : refer(events, 'output'), media) };
  }
  return { description: 'Done', content: jsonOf(refer(answer, 'output')) };
}

function jsonOf(schema: Schema, media = 'application/json'): Schema {
  return { [media]: { schema } };
}

/** `delete /api/sessions/:session/folds/:fold` is `deleteSessionsBySessionFoldsByFold`. */
function operationId(method: string, path: string): string {
  const words = path.split('/').filter((part) => part !== '' && part !== 'api');
  const named = words.map((part) => (part.startsWith(':') ? `by-${part.slice(1)}` : part)).join('-');
  return `${method}-${named}`.replace(/[-.](\w)/g, (_dash, letter: string) => letter.toUpperCase());
}

function pathParameters(path: string): Schema[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
}

function queryParameters({ properties = {}, required = [] }: { properties?: Schema; required?: string[] }): Schema[] {
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }));
}

/** Lists that nobody changes are no concern of a reader: in OpenAPI the word means that a field is never sent. */
function override({ jsonSchema }: { jsonSchema: { readOnly?: boolean } }): void {
  delete jsonSchema.readOnly;
}

/** A schema whose named parts stand among the components. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', named: Record<string, Schema>): Schema {
  const {
    $defs = {},
    $schema: _,
    ...own
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override }) as Schema & { $defs?: Schema };
  for (const [name, definition] of Object.entries($defs)) named[name] ??= pointed(definition) as Schema;
  const { id, ...rest } = pointed(own) as Schema & { id?: string };
  if (id === undefined) return rest;
  named[id] ??= rest;
  return { $ref: `#/components/schemas/${id}` };
}

function pointed(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
