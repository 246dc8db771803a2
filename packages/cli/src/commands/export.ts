import { counted } from '@tenfold/core';
import type { Command } from 'commander';
import { Option } from 'commander';
import { BadInput } from '../bad-input.ts';
import { tame } from '../draw/width.ts';
import { writeWhole } from '../file/write-whole.ts';
import type { Terminal } from '../terminal.ts';
import { withServer } from '../with-server.ts';
import { withHome } from './home-option.ts';

const FORMATS = ['jsonl', 'openai', 'anthropic', 'markdown', 'html'] as const;

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly entries: number;
}

interface Listing {
  list(page: { limit: number; before?: number }): Promise<readonly (Listed & { readonly order: number })[]>;
}

interface ExportOptions {
  readonly home?: string;
  readonly format: (typeof FORMATS)[number];
  readonly output?: string;
  readonly list?: true;
}

/** `tenfold export [SESSION]`: a stored session as a file. */
export function addExport(program: Command, terminal: Terminal): void {
  withHome(
    program
      .command('export')
      .description('write a stored session to a file or standard output')
      .argument('[session]', 'id, beginning of an id, or title; the most recently used one by default'),
  )
    .addOption(new Option('--format <name>', 'form of the file').choices(FORMATS).default('jsonl'))
    .option('-o, --output <file>', 'write here; an existing file is not overwritten')
    .option('--list', 'list the sessions instead')
    .addHelpText(
      'after',
      '\nExamples:\n  $ tenfold export --list\n  $ tenfold export "Fix gateway retries" --format markdown -o retries.md',
    )
    .action(async (wanted: string | undefined, { format, output, list, ...home }: ExportOptions) => {
      const text = await withServer((server) =>
        server.atHomeHere(home, async (tenfold, store) => {
          const sessions =
            wanted === undefined && !list ? await store.sessions.list({ limit: 1 }) : await allSessions(store.sessions);
          if (list)
            return sessions.map(({ id, title, entries }) => `${id}  ${counted(entries, 'message')}  ${tame(title)}\n`).join('');
          return (await tenfold.exchange.exportFile(chosen(sessions, wanted), format)).text;
        }),
      );
      if (output === undefined) return list ? terminal.out.write(text) : terminal.out.deliver(text);
      await writeWhole(output, text, { isNew: true });
      terminal.err.write(`Wrote ${output}.\n`);
    });
}

/** All sessions, page by page. */
export async function allSessions(sessions: Listing): Promise<readonly Listed[]> {
  const found: Listed[] = [];
  for (let page = await sessions.list({ limit: 500 }); page.length > 0; ) {
    found.push(...page);
    page = await sessions.list({ limit: 500, before: page.at(-1)?.order ?? 0 });
  }
  return found;
}

/** The session a person means. */
export function chosen(sessions: readonly { readonly id: string; readonly title: string }[], wanted: string | undefined): string {
  if (sessions[0] === undefined) throw new BadInput('There are no sessions yet.');
  if (wanted === undefined) return sessions[0].id;
  const exact = sessions.filter(({ id, title }) => id === wanted || title === wanted);
  const found = exact.length > 0 ? exact : sessions.filter(({ id }) => id.startsWith(wanted));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only.id;
  throw new BadInput(
    found.length === 0
      ? `There is no session ${wanted}. \`tenfold export --list\` shows what there is.`
      : `${found.length} sessions are meant by ${wanted}: ${found.map(({ id }) => id).join(', ')}. Name one by its id.`,
  );
}
