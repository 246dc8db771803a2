import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { TenfoldQueryClient } from './query-client.ts';

/** A record whose reads end when the test lets them, with what stood there when they began. */
function slowRecord(client: TenfoldQueryClient) {
  const record = { value: 'old', reads: [] as (() => void)[] };
  const queryFn = () => {
    const { value } = record;
    return new Promise<string>((resolve) => record.reads.push(() => resolve(value)));
  };
  const leave = new QueryObserver(client, { queryKey: ['record'], queryFn }).subscribe(() => {});
  const settle = () =>
    expect
      .poll(() => {
        for (const answer of record.reads.splice(0)) answer();
        return client.isFetching();
      })
      .toBe(0);
  return { record, leave, settle };
}

it('what changed while it was first asked for is asked for again, once', async () => {
  const client = new TenfoldQueryClient();
  const { record, leave, settle } = slowRecord(client);
  let reads = 0;
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'fetch') reads++;
  });
  record.value = 'new';
  void client.invalidateQueries({ queryKey: ['record'] });
  void client.invalidateQueries();
  await settle();
  expect(client.getQueryData(['record'])).toBe('new');
  expect(reads).toBe(1);
  leave();
});

it('what is gone by then is not asked for', async () => {
  const client = new TenfoldQueryClient();
  const { record, leave } = slowRecord(client);
  void client.invalidateQueries({ queryKey: ['record'] });
  leave();
  client.clear();
  for (const answer of record.reads.splice(0)) answer();
  await Promise.resolve();
  expect(record.reads).toEqual([]);
});
