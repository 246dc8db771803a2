import { type Message, textMessage } from '../../../packages/core/src/index.ts';
import { dialectOf } from '../../../packages/dialects/src/index.ts';
import { openGateway } from '../../../tests/gateway/open-gateway.ts';
import { type Billed, Upstream } from '../../../tests/upstream/upstream.ts';
import { recordedSessions } from '../engine/recorded-sessions.ts';
import { PRICES, requestsOf } from '../engine/replay.ts';

/** Where folding begins: at 80 % of the room. */
const ROOM = 37_500;
/** Sessions shorter than this are over before folding pays. */
const LONG = 60_000;

/** How a client sends its conversations: Codex to OpenAI, whose cache needs no marks, the others to Anthropic. */
interface Way {
  readonly path: string;
  body(messages: readonly Message[]): string;
}

/** A recorded session through the gateway, as its vendor bills it, against sending everything. */
export interface BilledReplay {
  readonly name: string;
  readonly tokens: number;
  readonly requests: number;
  readonly share: number;
  readonly folds: number;
  readonly refused: number;
}

/** Plays every long session, request by request. */
export async function billedReplays(say: (row: BilledReplay) => void): Promise<readonly BilledReplay[]> {
  const out: BilledReplay[] = [];
  for (const { name, messages, tokens } of recordedSessions().filter((session) => session.tokens > LONG)) {
    const gateway = await openGateway({ caches: true }, { room: ROOM });
    const alone = await Upstream.open({ caches: true });
    const asked = requestsOf(messages);
    const way = name.startsWith('codex') ? CODEX : CLAUDE;
    try {
      for (const end of asked) {
        const body = way.body(messages.slice(0, end));
        for (const url of [gateway.url, alone.url().replace(/\/v1$/, '')])
          await (await fetch(`${url}${way.path}`, { method: 'POST', body })).text();
        await gateway.tenfold.chains.idle();
      }
      const refused = gateway.upstream.seen.filter((request) => request.refused.length > 0).length;
      const share = costOf(gateway.upstream.bills) / costOf(alone.bills);
      const row = { name, tokens, requests: asked.length, share, folds: gateway.traffic.sums.folds, refused };
      say(row);
      out.push(row);
    } finally {
      await gateway.close();
      await alone.close();
    }
  }
  return out;
}

function costOf(bills: readonly Billed[]): number {
  return bills.reduce((sum, { input, read, write }) => sum + input - read - write + read * PRICES.read + write * PRICES.write, 0);
}

const CODEX: Way = {
  path: '/v1/responses',
  body(messages) {
    const rest = { dialect: 'openai-responses', fields: { model: 'gpt-5.5-codex', store: false } };
    return JSON.stringify(dialectOf('openai-responses').encode({ frame: {}, messages, rest }));
  },
};

/** With a mark on the last block, as Claude Code sets it. */
const CLAUDE: Way = {
  path: '/v1/messages',
  body(messages) {
    const said = messages[0]?.role === 'user' ? messages : [textMessage('user', 'Begin.'), ...messages];
    const rest = { dialect: 'anthropic', fields: { model: 'claude-sonnet-4-5', max_tokens: 1_000 } };
    const body = dialectOf('anthropic').encode({ frame: { system: 'You are an agent.' }, messages: said, rest }) as {
      messages: { role: string; content: string | { type: string }[] }[];
    };
    const last = body.messages.at(-1);
    const content = typeof last?.content === 'string' ? [{ type: 'text', text: last.content }] : (last?.content ?? []);
    const marked = content.map((block, at) =>
      at === content.length - 1 ? { ...block, cache_control: { type: 'ephemeral' } } : block,
    );
    return JSON.stringify({ ...body, messages: [...body.messages.slice(0, -1), { ...last, content: marked }] });
  },
};
