import { expect, it } from 'vitest';
import { createTroubles } from './troubles.ts';

it('tells in words of what went wrong before and after somebody listens, and of nothing else', () => {
  const { log, listen } = createTroubles();
  const told: string[] = [];
  log.error('damaged-store', { reason: 'The store is damaged:\nTree 12.', todo: 'Put a backup in place.' });
  log.info('ready', { url: 'http://127.0.0.1:1' });
  const stop = listen((text) => told.push(text));
  log.error('damaged', { session: 's', what: '“Harbours”: message 2 is missing' });
  log.warn('slow');
  log.error('unexpected', { reason: 'no words' });
  stop();
  log.error('later');
  expect(told).toEqual([
    'The store is damaged: Tree 12. Put a backup in place.',
    '“Harbours”: message 2 is missing',
    'Something went wrong (unexpected): no words',
  ]);
});
