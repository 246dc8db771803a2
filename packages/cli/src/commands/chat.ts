import type { Command } from 'commander';
import { BadInput } from '../bad-input.ts';
import type { Terminal } from '../terminal.ts';
import { withServer } from '../with-server.ts';
import { withHome } from './home-option.ts';

interface ChatOptions {
  readonly home?: string;
  readonly session?: string;
  readonly new?: boolean;
}

/** `tenfold chat`: the same conversations as in the browser, in the terminal. */
export function addChat(program: Command, terminal: Terminal): void {
  withHome(program.command('chat').description('talk in the terminal, on the same conversations as in the browser'))
    .option('--session <id>', 'conversation to open; the latest when not given')
    .option('--new', 'start a conversation')
    .addHelpText(
      'after',
      '\nExamples:\n  $ tenfold chat\n  $ tenfold chat --new\n\nInside, /help lists the commands; /compact condenses, /rewind goes back.',
    )
    .action(async (options: ChatOptions) => {
      if (!terminal.out.live || process.stdin.isTTY !== true) {
        throw new BadInput('tenfold chat needs a terminal to type in. For scripts use the HTTP API of tenfold serve.');
      }
      await withServer(async (server) => {
        // Loaded only here: drawing a live terminal brings React along, which counting and condensing do without.
        const { runChat } = await import('../chat/run-chat.ts');
        await runChat(server, options, terminal.out);
      });
    });
}
