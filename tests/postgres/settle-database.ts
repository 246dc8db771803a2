import pg from 'pg';

/**
 * Flushes and tidies what has just been written, as it has long been in a database where so much was said: else that would go on
 * beside what is measured.
 */
export async function settleDatabase(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('vacuum (analyze)');
  await client.query('checkpoint');
  await client.end();
}
