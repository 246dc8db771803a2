import { expect, it } from 'vitest';
import { createScreen, painter, wantsColour } from './terminal.ts';

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

/** A title, setting of colours, escape and C1 sequences, a bell, and letters that turn the order of others. */
const DRIVES = 'a\u001b]0;owned\u0007\u009b2J\u001b[2J\u001b[8m\r\u0008\u007f\u202eb\u2066';

function recorded(live: boolean) {
  const written: string[] = [];
  const screen = createScreen((text) => void written.push(text), { columns: 80, colour: true, live });
  return { screen, said: () => written.splice(0).join('') };
}

it('lets nobody but us drive the terminal, in words for people', () => {
  const { screen, said } = recorded(true);
  screen.write(`${screen.paint(['bold', 'magentaBright'], 'mine')}\t${DRIVES}\r\u001b[K\n`);
  expect(said()).toBe('\u001b[1m\u001b[95mmine\u001b[39m\u001b[22m\ta]0;owned2J[2J[8mb\r\u001b[K\n');
});

it('delivers a file as it is, but to who watches', () => {
  const [file, watched] = [recorded(false), recorded(true)];
  for (const { screen } of [file, watched]) screen.deliver(DRIVES);
  expect([file.said(), watched.said()]).toEqual([DRIVES, 'a]0;owned2J[2J[8mb']);
});

it('prints JSON of the same value that drives no terminal', () => {
  const { screen, said } = recorded(false);
  screen.writeJson({ [DRIVES]: DRIVES });
  const line = said();
  expect(JSON.parse(line)).toEqual({ [DRIVES]: DRIVES });
  expect(line.trimEnd()).toMatch(/^[\x20-\x7e]*$/);
});
