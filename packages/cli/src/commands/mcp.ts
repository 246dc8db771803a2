import { type Command, Option } from 'commander';
import { parsePort } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import { withHome } from './home-option.ts';

interface McpOptions {
  readonly home?: string;
  readonly session?: string;
  readonly file?: string;
  readonly http?: true | number;
}

/** `tenfold mcp`: recall and the other tools for any client that speaks MCP. */
export function addMcp(program: Command, terminal: Terminal): void {
  withHome(program.command('mcp').description('give a model recall, expand and other tools over MCP'))
    .addOption(
      new Option('--session <id>', 'only this conversation; by default all, and the latest when none is named').conflicts('file'),
    )
    .option('--file <file>', 'the conversation of a transcript file; the file is read and stays as it is')
    .addOption(new Option('--http [port]', 'listen on loopback instead of standard input and output').argParser(parsePort))
    .addHelpText(
      'after',
      `
Tools: recall, expand, status, list_sessions, protect, checkpoint, compact.
Resources: checkpoints and summaries of conversations.

Examples:
  $ claude mcp add tenfold -- npx tenfold mcp
  $ codex mcp add tenfold -- npx tenfold mcp
  $ tenfold mcp --file session.jsonl
  $ tenfold mcp --http 7010`,
    )
    .action(async (options: McpOptions) => {
      const { runMcp } = await import('../mcp/run-mcp.ts');
      await runMcp(options, terminal);
    });
}
