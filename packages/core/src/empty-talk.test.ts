import { describe, expect, it } from 'vitest';
import { condense } from './condense.ts';
import { messageText, textMessage } from './message.ts';
import { generateTranscript } from './testing/index.ts';

const ORDER = 'Never touch the billing module.';
const { messages } = generateTranscript({ seed: 5, tokens: 30_000 });
const talk = [...messages.slice(0, 6), textMessage('user', ORDER), ...messages.slice(6), textMessage('user', 'And now?')];
const VAGUE = 'There was a good talk about several matters, and some progress was made on them as one would expect. ';

async function condensed(answer?: (ask: { readonly maxTokens: number }) => string) {
  const { report, messages: sent } = await condense(talk, { target: 6_000, ...(answer === undefined ? {} : { answer }) });
  const kept = Object.values(report.evidence).reduce((sum, one) => sum + one.kept, 0);
  return { report, kept, text: sent.map(messageText).join('\n') };
}

describe('empty talk', () => {
  it('[B1] costs no orders and few facts, be it short or long, and long talk is refused by name', async () => {
    const embedded = await condensed();
    for (const times of [0, 0.02, 0.04, 0.1]) {
      const { report, kept, text } = await condensed(
        ({ maxTokens }) => VAGUE.repeat(Math.ceil(maxTokens * times)).trim() || 'Some work was done.',
      );
      expect(text).toContain(ORDER);
      expect(kept).toBeGreaterThan(embedded.kept * 0.85);
      if (times > 0) expect(report.warnings.join(' ')).toMatch(/embedded summarizer instead: the answer said next to nothing/);
    }
  });

  it('and no answer at all are told in one sentence each', async () => {
    const { report } = await condensed(() => {
      throw new Error('Nothing answers there. Start it.');
    });
    expect(report.warnings.join(' ')).toMatch(/summarizer instead: Nothing answers there\. Start it\.(?!\.)/);
  });

  it('is not what tells the story in words of its own', async () => {
    const { report } = await condensed(() =>
      messages
        .slice(0, 12)
        .map((one) => messageText(one).slice(0, 200))
        .join('\n'),
    );
    expect(report.warnings.join(' ')).not.toMatch(/next to nothing/);
  });
});
