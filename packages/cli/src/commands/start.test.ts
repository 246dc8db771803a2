import { expect, it } from 'vitest';
import { exitCodes, run } from '../program.ts';
import { recordingTerminal } from '../recording-terminal.ts';

it('shows what fills the window of the sample', async () => {
  const terminal = recordingTerminal();
  expect(await run(['start'], terminal)).toBe(exitCodes.done);
  expect(terminal.out.text()).toMatch(/[\d,]+ \/ 105,216 tokens - \d+%/);
  expect(terminal.out.text()).toContain('tool results');
  expect(terminal.err.text()).toBe('');
});
