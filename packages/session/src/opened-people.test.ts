import { expect, it } from 'vitest';
import { SILENT } from './log.ts';
import { OpenedPeople } from './opened-people.ts';

it('keeps so many people open, those who work or came lately among them, and opens the others anew', async () => {
  let clock = 0;
  const closed: string[] = [];
  let opens = 0;
  type Opened = { name: string; isBusy(): boolean; settle(): Promise<void>; tenfold: { close(): Promise<void> } };
  const people = new OpenedPeople<Opened>(() => clock, SILENT, 2);
  const open = (name: string, isBusy = false) =>
    people.of(name, async () => {
      opens++;
      return { name, isBusy: () => isBusy, settle: async () => {}, tenfold: { close: async () => void closed.push(name) } };
    });
  await open('busy', true);
  await open('ada');
  await open('ben');
  // Nobody rests yet.
  expect((await people.all()).length).toBe(3);
  clock += 6 * 60_000;
  await open('ben');
  await open('cleo');
  await expect.poll(() => closed).toEqual(['ada']);
  expect((await people.all()).map(({ name }) => name)).toEqual(['busy', 'ben', 'cleo']);
  expect(opens).toBe(4);
  await open('ada');
  expect(opens).toBe(5);
});

it('opens again what could not be opened', async () => {
  const people = new OpenedPeople(() => 0, SILENT);
  await expect(people.of('ada', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const owned = { isBusy: () => false, settle: async () => {}, tenfold: { close: async () => {} } };
  expect(await people.of('ada', async () => owned)).toBe(owned);
});
