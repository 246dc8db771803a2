import type { Transcript } from '@tenfold/core';
import { expect, it } from 'vitest';
import { Chain } from './chain.ts';
import { ChainIndex } from './chain-index.ts';

const transcriptOf = (...ids: string[]): Transcript =>
  ids.map((id) => ({ id, message: { role: 'user', parts: [{ type: 'text', text: id }] } }));

it('leaves other branches what they share with one that is dropped', () => {
  const index = new ChainIndex(new Map());
  const main = new Chain('s', 'main', 'f', ['a', 'b', 'c'], true);
  const fork = new Chain('s', 'branch-2', 'f', ['a', 'b', 'd'], true);
  const other = new Chain('t', 'main', 'f', ['z'], true);
  for (const chain of [main, fork]) chain.hidden.set('shown', { shown: ['shown'], real: [] });
  for (const chain of [main, fork, other]) index.add(chain);
  expect(index.find(transcriptOf('a', 'b'))?.chain).toBe(fork);
  index.drop(fork);
  expect(index.find(transcriptOf('a', 'b', 'd'))).toEqual({ chain: main, length: 2 });
  expect([...index.hidden.keys()]).toEqual(['shown']);
  index.drop(main);
  expect(index.find(transcriptOf('a', 'b', 'c'))).toBeNull();
  expect(index.find(transcriptOf('z'))?.chain).toBe(other);
  expect(index.hidden.size).toBe(0);
});

it('keeps no more chains than a process may, whoever they belong to, and none of who is gone', () => {
  const all = new Map<Chain, ChainIndex>();
  const [ada, ben] = [new ChainIndex(all), new ChainIndex(all)];
  ada.add(new Chain('hers', 'main', 'f', ['hers'], true));
  for (let n = 0; n < 300; n++) ben.add(new Chain(`his-${n}`, 'main', 'f', [`his-${n}`], true));
  expect(all.size).toBe(256);
  expect(ada.find(transcriptOf('hers'))).toBeNull();
  expect(ben.find(transcriptOf('his-299'))).not.toBeNull();
  ben.clear();
  expect(all.size).toBe(0);
});
