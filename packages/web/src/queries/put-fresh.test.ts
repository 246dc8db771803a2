import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { putFresh } from './put-fresh.ts';

it('what was told stands, though a fetch from before it ends later', async () => {
  const client = new QueryClient();
  const record = { value: 'old' };
  const reads: (() => void)[] = [];
  const queryFn = () => {
    const { value } = record;
    return new Promise<string>((resolve) => reads.push(() => resolve(value)));
  };
  const leave = new QueryObserver(client, { queryKey: ['record'], queryFn }).subscribe(() => {});
  record.value = 'new';
  putFresh(client, ['record'], 'new');
  await expect
    .poll(() => {
      for (const answer of reads.splice(0)) answer();
      return client.isFetching();
    })
    .toBe(0);
  expect(client.getQueryData(['record'])).toBe('new');
  leave();
});
