import fc from 'fast-check';
import { expect, it } from 'vitest';
import { COMMANDS } from './command-list.ts';
import { completed, fittingCommands } from './completion.ts';

it('goes as far as the fitting commands agree', () => {
  expect(completed('/comp')).toBe('/compact ');
  expect(completed('/co')).toBe('/co');
  expect(completed('/s')).toBe('/s');
  expect(completed('/ses')).toBe('/sessions ');
  expect(completed('plain words')).toBe('plain words');
});

it('only ever adds to what was typed, and what it gives still fits', () => {
  const starts = COMMANDS.flatMap(([usage]) => Array.from(usage, (_, length) => usage.slice(0, length + 1)));
  fc.assert(
    fc.property(fc.constantFrom(...starts), (text) => {
      expect(completed(text).startsWith(text)).toBe(true);
      if (fittingCommands(text).length > 0) expect(fittingCommands(completed(text).trim()).length).toBeGreaterThan(0);
    }),
  );
});
