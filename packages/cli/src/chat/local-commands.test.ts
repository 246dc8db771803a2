import { expect, it } from 'vitest';
import type { CommandContext } from './command-outcome.ts';
import { runCommand } from './local-commands.ts';

it.each([
  ['/undoo now', ' Did you mean /undo?'],
  ['/contexts', ' Did you mean /context?'],
  ['/frobnicate', ''],
])('a command that there is not is told here, with the way to all of them: %s', async (line, meant) => {
  // Nothing is asked of the server, so nothing else is needed.
  const { text, bad } = await runCommand(line, {} as CommandContext);
  const [name] = line.split(' ');
  expect(text).toBe(`There is no command ${name}.${meant} Nothing was sent to the model; /help lists the commands.`);
  expect(bad).toBe(true);
});
