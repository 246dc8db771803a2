import { condense, type Message, textMessage } from '../../src/index.ts';
import { type Half, randomOf } from '../../src/testing/index.ts';
import { orderWordings } from '../../src/testing/order-wordings.ts';
import { sayFact } from '../../src/testing/say-fact.ts';
import { summaryOfUsualLength } from './real-sized.ts';
import { type RecordedRun, type Share, shown, sumOf } from './recorded-runs.ts';

/** Standing orders of a person that can still be read word for word. */
export interface Orders {
  readonly source: string;
  readonly half: Half;
  readonly withoutModel: Share;
  readonly withModel: Share;
}

const ORDERS = 10;
const SMALLEST = 8_000;
const MOST = 20_000;

/** Lets a person say orders in the course of each conversation, and folds it to a fifth, 20,000 tokens at most. */
export async function orders(runs: readonly RecordedRun[], half: Half, missed: (line: string) => void): Promise<Orders[]> {
  const found: Orders[] = [];
  const long = runs.filter(({ tokens }) => tokens >= SMALLEST);
  for (const [source, mine] of Map.groupBy(long, ({ source }) => source)) {
    const shares: { withoutModel: Share; withModel: Share }[] = [];
    for (const run of mine) {
      const target = Math.min(Math.floor(run.tokens / 5), MOST);
      const { messages, said } = ordered(run, half);
      const kept = async (options: { readonly answer?: typeof summaryOfUsualLength }): Promise<Share> => {
        const text = shown((await condense(messages, { target, budget: 1_000_000, ...options })).messages);
        const lost = said.filter((order) => !text.includes(order));
        for (const order of half === 'tuned' ? lost : []) missed(`${source} ${run.index} lost order: ${order}`);
        return { found: said.length, kept: said.length - lost.length };
      };
      shares.push({ withoutModel: await kept({}), withModel: await kept({ answer: summaryOfUsualLength }) });
    }
    found.push({
      source,
      half,
      withoutModel: sumOf(shares.map(({ withoutModel }) => withoutModel)),
      withModel: sumOf(shares.map(({ withModel }) => withModel)),
    });
  }
  return found;
}

/** Orders alone, or behind a sentence of the same turn; never between a call and its result. */
export function ordered({ messages, index }: RecordedRun, half: Half): { messages: readonly Message[]; said: readonly string[] } {
  const random = randomOf(31 * index + (half === 'tuned' ? 5 : 6));
  const mine = orderWordings.filter((_, at) => (at % 2 === 0) === (half === 'tuned'));
  const said: string[] = [];
  const places = messages.flatMap(({ role, parts }, at) =>
    at > 0 &&
    role === 'assistant' &&
    !(messages[at - 1]?.parts ?? []).some(({ type }) => type === 'tool-call') &&
    parts.length > 0
      ? [at]
      : [],
  );
  const chosen = new Map(
    Array.from({ length: ORDERS }, (_, n) => [places[Math.floor(((n + random.next()) / ORDERS) * places.length)], n] as const),
  );
  const grown = messages.flatMap((message, at): readonly Message[] => {
    if (!chosen.has(at)) return [message];
    const { text } = sayFact(random.pick(mine), random);
    if (said.includes(text)) return [message];
    said.push(text);
    const own = random.chance(0.5) ? text : `${random.pick(BEFORE)} ${text}`;
    return [textMessage('user', own), textMessage('assistant', 'Understood.'), message];
  });
  return { messages: grown, said };
}

const BEFORE = ['That looks right.', 'Good, go on.', 'I had a look at it.', 'One more thing.', 'Thanks!'];
