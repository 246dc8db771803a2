import { openPostgres, type Store } from '@tenfold/store';
import pg from 'pg';
import { newDatabase } from './test-postgres.ts';

let template: Promise<string> | undefined;
let stores = 0;

/** Opens one store, each time as another process would. */
export type OpenStore = () => Promise<Store>;

/**
 * A place for an empty store: a copy of a database in which the tables were made once, since making them takes several times as
 * long. On a database that was given to the tests it is a schema.
 */
export async function emptyStore(): Promise<OpenStore> {
  const number = ++stores;
  if (process.env.TEST_DATABASE_URL !== undefined) {
    const { url } = await newDatabase();
    return () => openPostgres(url, { schema: `empty_${process.pid}_${number}` });
  }
  template ??= makeTemplate();
  const url = await template;
  const copy = `empty_${number}`;
  const client = new pg.Client(named(url, 'postgres'));
  await client.connect();
  await client.query(`create database ${copy} template ${url.split('/').at(-1)} strategy file_copy`);
  await client.end();
  return () => openPostgres(named(url, copy));
}

async function makeTemplate(): Promise<string> {
  const { url } = await newDatabase();
  const store = await openPostgres(url);
  await store.close();
  return url;
}

function named(url: string, database: string): string {
  return url.replace(/[^/]+$/, database);
}
