import { project } from '@tenfold/core';
import { isPostgresUrl, openContext, openPostgres, openSqlite } from '../src/index.ts';

// A process of its own: opens a store, loads one context, says how long that took and leaves.
const [address = '', session = ''] = process.argv.slice(2);
const store = isPostgresUrl(address) ? await openPostgres(address) : await openSqlite(address);
const start = performance.now();
const context = await store.contexts.load(session);
const loaded = performance.now();
const view = project(openContext(context));
const projected = performance.now();
await store.close();
console.log(
  JSON.stringify({
    loadMs: loaded - start,
    projectMs: projected - loaded,
    entries: context.entries.length,
    rows: view.rows.length,
  }),
);
