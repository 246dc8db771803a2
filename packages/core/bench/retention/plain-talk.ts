import { condense } from '../../src/index.ts';
import { generatePlainTalk } from '../../src/testing/plain-talk.ts';
import { GO_ON, type Share, shown, sumOf, weigh } from './recorded-runs.ts';

/** Answers that can still be read in plain talk of friends, folded to a tenth without a model. */
export async function plainTalk(): Promise<Share> {
  const shares: Share[] = [];
  for (let seed = 1; seed <= 5; seed++) {
    const { messages, answers } = generatePlainTalk(seed, 400);
    const { messages: left } = await condense([...messages, GO_ON], {
      target: Math.floor(weigh(messages) / 10),
      budget: 1_000_000,
    });
    const text = shown(left);
    shares.push({ found: answers.length, kept: answers.filter((answer) => text.includes(answer)).length });
  }
  return sumOf(shares);
}
