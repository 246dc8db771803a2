import { expect, it } from 'vitest';
import { painter, wantsColour } from './terminal.ts';

it('colours on a terminal only', () => {
  expect(wantsColour({}, true)).toBe(true);
  expect(wantsColour({}, false)).toBe(false);
  expect(wantsColour({ TERM: 'dumb' }, true)).toBe(false);
});

it('obeys NO_COLOR first and FORCE_COLOR second', () => {
  expect(wantsColour({ NO_COLOR: '1' }, true)).toBe(false);
  expect(wantsColour({ NO_COLOR: '1', FORCE_COLOR: '1' }, true)).toBe(false);
  expect(wantsColour({ NO_COLOR: '' }, true)).toBe(true);
  expect(wantsColour({ FORCE_COLOR: '1' }, false)).toBe(true);
  expect(wantsColour({ FORCE_COLOR: '0' }, true)).toBe(false);
});

it('leaves text alone when it does not colour', () => {
  expect(painter(false)(['bold', 'red'], 'x')).toBe('x');
  expect(painter(true)('red', 'x')).toBe('\u001b[31mx\u001b[39m');
});
