import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { Command } from 'commander';
import { describe, expect, it, vi } from 'vitest';
import { createProgram, exitCodes, run } from './program.ts';
import { recordingTerminal } from './testing/recording-terminal.ts';
import { scratchFolder } from './testing/sample-files.ts';

async function tenfold(...args: string[]) {
  const terminal = recordingTerminal();
  const code = await run(args, terminal);
  return { code, output: terminal.out.text(), errors: terminal.err.text() };
}

/** Every command as it is typed, those of a command too. */
function commandsOf(parent: Command, above: readonly string[] = []): string[][] {
  return parent.commands.flatMap((command) => {
    const typed = [...above, command.name()];
    return [typed, ...commandsOf(command, typed)];
  });
}

describe('the command line', () => {
  it('[A8] says why nothing can be counted, and fails', async () => {
    const { readFileSync } = fs;
    vi.spyOn(fs, 'readFileSync').mockImplementation(((...args: Parameters<typeof readFileSync>) => {
      if (String(args[0]).endsWith('o200k.bin')) throw new Error('ENOENT');
      return readFileSync(...args);
    }) as typeof readFileSync);
    syncBuiltinESMExports();
    const scratch = await scratchFolder();
    const file = await scratch.file('chat.json', JSON.stringify([{ role: 'user', content: 'How long is this?' }]));
    const { code, errors } = await tenfold('count', file);
    await scratch.remove();
    vi.restoreAllMocks();
    syncBuiltinESMExports();
    expect([code, errors]).toEqual([
      exitCodes.failed,
      expect.stringContaining('Tokens cannot be counted: the token table cannot be read.'),
    ]);
  });

  it('prints its version', async () => {
    const { code, output } = await tenfold('--version');
    expect(code).toBe(exitCodes.done);
    expect(output).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('prints help with examples, on stdout and without failing', async () => {
    for (const args of [['--help'], ['help']]) {
      const { code, output, errors } = await tenfold(...args);
      expect(code).toBe(exitCodes.done);
      expect(output).toContain('Usage: tenfold');
      expect(output).toContain('Examples:');
      expect(output).toContain('start');
      expect(errors).toBe('');
    }
  });

  it('prints help with examples for every command', async () => {
    for (const command of commandsOf(createProgram(recordingTerminal()))) {
      const { code, output } = await tenfold(...command, '--help');
      expect([command, code]).toEqual([command, exitCodes.done]);
      expect(output).toContain('Examples:\n  $ ');
    }
  });

  it('sends whoever misuses a command to the help of that command', async () => {
    expect((await tenfold('condense', '--wat')).errors).toContain('(tenfold condense --help explains it)');
    expect((await tenfold('people', 'add')).errors).toContain('(tenfold people add --help explains it)');
    expect((await tenfold('wat')).errors).toContain('(tenfold --help lists the commands)');
  });

  it('names the nearest command for a misspelt one', async () => {
    const { code, output, errors } = await tenfold('strat');
    expect(code).toBe(exitCodes.misused);
    expect(errors).toContain("unknown command 'strat'");
    expect(errors).toContain('Did you mean start?');
    expect(output).toBe('');
  });

  it('refuses an unknown option and a missing command as misuse', async () => {
    expect((await tenfold('start', '--wat')).code).toBe(exitCodes.misused);
    expect((await tenfold()).code).toBe(exitCodes.misused);
  });

  it('colours nothing where colours are off', async () => {
    const { output } = await tenfold('--help');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: looking for escape sequences is the point.
    expect(output).not.toMatch(/\u001b/);
  });
});
