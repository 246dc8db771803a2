import { processApi } from '@tenfold/contract';
import { expect, it } from 'vitest';
import { apiRoutes } from './api/routes.ts';
import { openApi } from './openapi.ts';

const routes = [...apiRoutes.map(({ endpoint }) => endpoint), ...Object.values(processApi)];
const document = openApi(routes, '0.1.0') as {
  paths: Record<string, Record<string, { operationId: string; parameters: { name: string; in: string }[] }>>;
  components: { schemas: Record<string, object> };
};

// `packages/server/openapi.json` is for those who generate clients; `vitest run … -u` writes it anew.
it('is what the file says', async () => {
  await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('../openapi.json');
});

it('describes every route under a name of its own', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters }]) => ({ method, path, operationId, parameters })),
  );
  expect(described.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).sort(),
  );
  expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(routes.length);
  for (const { path, parameters } of described) {
    const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(wanted);
  }
});

it('refers only to what it holds', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, to]) => to);
  expect(references.length).toBeGreaterThan(50);
  for (const to of new Set(references)) expect(document.components.schemas).toHaveProperty(to?.split('/').at(-1) ?? '');
});
