import { condense } from '../../src/index.ts';
import { foundIn } from '../../src/recall/index.ts';
import type { Half } from '../../src/testing/index.ts';
import { type AskedTalk, friendsTalk } from './friends-talk.ts';
import { helpedTalk } from './helped-talk.ts';
import { GO_ON, type Share, shown, sumOf, weigh } from './recorded-runs.ts';

/** Answers in generated talk that can be read after a fold to a tenth without a model; with recall, or found by it among the five best passages. */
export interface AskedShare {
  readonly talk: string;
  readonly half: Half;
  readonly read: Share;
  readonly recalled: Share;
}

const SEEDS = [1, 2, 3, 4];
const BEST = 5;
const TALKS: readonly (readonly [string, (seed: number, half: Half) => AskedTalk])[] = [
  ['two friends over months', friendsTalk],
  ['somebody who is helped over weeks', helpedTalk],
];

/** Folds each kind of talk and asks. */
export async function askedTalk(half: Half): Promise<AskedShare[]> {
  const rows: AskedShare[] = [];
  for (const [talk, generate] of TALKS) {
    const shares: { read: Share; recalled: Share }[] = [];
    for (const seed of SEEDS) shares.push(await folded(generate(seed, half)));
    rows.push({
      talk,
      half,
      read: sumOf(shares.map(({ read }) => read)),
      recalled: sumOf(shares.map(({ recalled }) => recalled)),
    });
  }
  return rows;
}

async function folded({ messages, asked }: AskedTalk): Promise<{ read: Share; recalled: Share }> {
  const target = Math.floor(weigh(messages) / 10);
  const text = shown((await condense([...messages, GO_ON], { target, budget: 1_000_000 })).messages);
  const texts = messages.map((message, position) => ({
    entry: String(position),
    position,
    role: message.role,
    text: message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n'),
  }));
  const read = asked.filter(({ answer }) => text.includes(answer));
  const unread = asked.filter(({ answer }) => !text.includes(answer));
  const found = unread.filter(({ question, answer }) => foundIn(texts, question, BEST).some((one) => one.text.includes(answer)));
  return {
    read: { found: asked.length, kept: read.length },
    recalled: { found: asked.length, kept: read.length + found.length },
  };
}
