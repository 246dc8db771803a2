import { QueryClient, QueryObserver } from '@tanstack/react-query';
import type { Entry } from '@tenfold/contract';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepSentFiles } from '../state/sent-files.ts';
import { keys } from './keys.ts';
import { TenfoldQueryClient } from './query-client.ts';
import { takeEntry } from './session-events.ts';
import { PAGE, pageOf, putEntry, withEntry } from './thread.ts';

const at = (position: number, parts: Entry['parts'] = []): Entry => ({ id: `e${position}`, position, parts }) as Entry;

describe('thread pages', () => {
  it('keep messages in order, each once, in whatever order they come', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(PAGE - 1)), (positions) => {
        const page = positions.map((position) => at(position)).reduce<readonly Entry[]>(withEntry, []);
        expect(page.map(({ position }) => position)).toEqual([...new Set(positions)].sort((a, b) => a - b));
      }),
    );
  });

  it('a stored message lengthens the thread and lands on its page', () => {
    const client = new QueryClient();
    client.setQueryData([...keys.session('s'), 'length'], 1);
    client.setQueryData([...keys.entries('s'), 0], [at(0)]);
    putEntry(client, 's', at(1));
    expect(client.getQueryData([...keys.session('s'), 'length'])).toBe(2);
    expect(client.getQueryData<Entry[]>([...keys.entries('s'), pageOf(1)])).toEqual([at(0), at(1)]);
  });

  it('a long file is shown as it was sent, whichever way the message is told first, and read from the record where it was sent elsewhere', () => {
    const file = { type: 'attachment', mediaType: 'image/png', name: 'a.png', bytes: 3 } as const;
    const told = at(1, [
      { type: 'text', text: 'Look' },
      { ...file, source: { type: 'stored' } },
    ]);
    const whole = at(1, [
      { type: 'text', text: 'Look' },
      { ...file, source: { type: 'base64', data: 'QUJD' } },
    ]);
    const client = new QueryClient();
    const page = [...keys.entries('s'), 0];
    client.setQueryData([...keys.session('s'), 'length'], 1);
    client.setQueryData(page, [at(0)]);
    keepSentFiles('key', [{ name: 'a.png', mediaType: 'image/png', bytes: 3, dataUrl: 'data:image/png;base64,QUJD' }]);
    takeEntry(client, 's', { entry: told, idempotencyKey: 'key' }, false);
    takeEntry(client, 's', { entry: told, idempotencyKey: 'key' }, false);
    expect(client.getQueryData(page)).toEqual([at(0), whole]);
    expect(client.getQueryState(page)?.isInvalidated).toBe(false);
    putEntry(client, 's', at(2, told.parts));
    expect(client.getQueryState(page)?.isInvalidated).toBe(true);
  });

  it('a page that is not loaded stays so, unless the message opens it', () => {
    const client = new QueryClient();
    client.setQueryData([...keys.session('s'), 'length'], PAGE + 5);
    putEntry(client, 's', at(PAGE + 5));
    expect(client.getQueryData([...keys.entries('s'), 1])).toBeUndefined();
    putEntry(client, 's', at(2 * PAGE));
    expect(client.getQueryData([...keys.entries('s'), 2])).toEqual([at(2 * PAGE)]);
  });

  it('a message that came while its page was read for the first time is on it', async () => {
    const client = new TenfoldQueryClient();
    const record = [at(0)];
    const reads: (() => void)[] = [];
    const queryFn = () => {
      const read = [...record];
      return new Promise<readonly Entry[]>((resolve) => reads.push(() => resolve(read)));
    };
    const queryKey = [...keys.entries('s'), 0];
    const leave = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {});
    record.push(at(1));
    putEntry(client, 's', at(1));
    await expect
      .poll(() => {
        for (const answer of reads.splice(0)) answer();
        return client.isFetching();
      })
      .toBe(0);
    expect(client.getQueryData(queryKey)).toEqual([at(0), at(1)]);
    leave();
  });
});
