import { expect, it } from 'vitest';
import { pdfPages } from './pdf-pages.ts';

const pages = (text: string) => pdfPages(Buffer.from(text, 'latin1').toString('base64'));
const root = (count: number, kids = '') => `<</Type/Pages/Kids [${kids}] /Count ${count}>>`;

it('reads the root of the list of pages, the newest of them, wherever it stands', () => {
  expect(pages(`%PDF ${root(12)}`)).toBe(12);
  expect(pages(`%PDF << /Count 3 /Kids [] /Type /Pages >> ${root(12)} << /Type /Pages /Parent 1 0 R /Count 5 >>`)).toBe(12);
  expect(pages(`%PDF ${'x'.repeat(3_000_000)} ${root(700, '1 0 R '.repeat(700))} trailer`)).toBe(700);
  expect(pages(`%PDF ${root(700)} ${'x'.repeat(3_000_000)}`)).toBe(700);
  expect(pages('%PDF-1.4\n1 0 obj <</Linearized 1 /L 54567 /H [1 2] /O 7 /E 5 /N 42 /T 54>>')).toBe(42);
});

it('says nothing where nothing is said, and takes no outline for pages', () => {
  expect(pages('%PDF << /Type /Outlines /Count 900 >>')).toBeUndefined();
  expect(pages('%PDF << /Type /Catalog /Pages 2 0 R /Count 900 >>')).toBeUndefined();
  expect(pages('')).toBeUndefined();
  expect(pdfPages('???')).toBeUndefined();
});

it('takes no time for a file of nothing but lists', () => {
  const hostile = Buffer.from('<</Type/Pages/Parent '.repeat(1_000_000)).toString('base64');
  const before = process.cpuUsage();
  pdfPages(hostile);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(50);
});
