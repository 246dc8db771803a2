import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseTokens } from './options.ts';

/** What can be said of how a gateway runs. */
export interface GatewayFlags {
  readonly anthropic?: string;
  readonly openai?: string;
  readonly gemini?: string;
  readonly room?: number;
  readonly strategy?: string;
  readonly strategies?: string;
  readonly observe?: true;
  readonly recall?: true;
  readonly summarizer?: `profile:${string}` | 'client';
  readonly credentials?: `profile:${string}`;
  readonly onStoreFailure?: 'closed' | 'pass';
}

/** Adds the options of every command that runs a gateway. */
export function withGatewayOptions(command: Command): Command {
  return command
    .option('--anthropic <url>', "where requests to Anthropic's API go (the vendor's own)", parseUrl)
    .option('--openai <url>', "where requests to OpenAI's API go (the vendor's own)", parseUrl)
    .option('--gemini <url>', "where requests to Gemini's API go (the vendor's own)", parseUrl)
    .option('--room <tokens>', "tokens a request may have (by the model's limits)", parseRoom)
    .option('--strategy <id>', 'how to condense (native)')
    .option('--strategies <module>', 'file or package with strategies of your own (TENFOLD_STRATEGIES); its code runs here')
    .option('--observe', 'change nothing, only measure what would be saved')
    .option('--recall', 'let models look up what was condensed, out of sight of the program')
    .option(
      '--summarizer <who>',
      'who writes summaries: profile:ID, or client for the model in use (the embedded summarizer)',
      parseSummarizer,
    )
    .option('--credentials <who>', "whose key requests go out with: profile:ID (the program's own credentials)", parseCredentials)
    .addOption(
      new Option(
        '--on-store-failure <how>',
        'requests while the record cannot be written: refused (closed) or passed on as they are (pass)',
      ).choices(['closed', 'pass']),
    );
}

/** The flags as the server takes them. */
export function gatewayFrom({ anthropic, openai, gemini, strategies, ...flags }: GatewayFlags) {
  const { room, strategy, observe, recall, summarizer, credentials, onStoreFailure } = flags;
  const urls = { anthropic, openai, gemini };
  const upstreams = Object.fromEntries(Object.entries(urls).filter(([, url]) => url !== undefined));
  const given = Object.entries({ room, strategy, observe, recall, summarizer, credentials, onStoreFailure }).filter(
    ([, value]) => value !== undefined,
  );
  return { ...(strategies && { strategies }), gateway: { upstreams, ...Object.fromEntries(given) } };
}

function parseUrl(given: string): string {
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new InvalidArgumentError('Expected an address, such as https://api.anthropic.com.');
  return given;
}

function parseRoom(given: string): number {
  const room = parseTokens(given);
  if (room < 1_000) throw new InvalidArgumentError('Expected at least 1,000 tokens.');
  return room;
}

function parseCredentials(given: string): string {
  if (!/^profile:./.test(given)) throw new InvalidArgumentError('Expected profile:ID with the id of a profile in the settings.');
  return given;
}

function parseSummarizer(given: string): string {
  if (given !== 'client' && !/^profile:./.test(given))
    throw new InvalidArgumentError('Expected client, or profile:ID with the id of a profile in the settings.');
  return given;
}
