import { describe, expect, it } from 'vitest';
import type { Passage } from '../recall.ts';
import { offlineModel } from './offline-model.ts';

async function answer(text: string): Promise<string> {
  const found: Passage[] = [{ position: 4, role: 'assistant', text } as Passage];
  const { content } = await offlineModel(async () => found).doGenerate({
    prompt: [
      { role: 'assistant', content: [{ type: 'text', text: 'Go on.' }] },
      { role: 'user', content: [{ type: 'text', text: 'Which commit?' }] },
    ],
  });
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

describe('the offline model', () => {
  it('quotes rows of a table without its head as they are, and whole tables as tables', async () => {
    const rows = '| refill | a41f7d2 |\n| queue | 5d93b18 |';
    expect(await answer(`${rows}\n\nThat is all.`)).toContain(
      '> ```\n> | refill | a41f7d2 |\n> | queue | 5d93b18 |\n> ```\n> \n> That is all.\n> (message 5, assistant)',
    );
    const whole = `| fix | commit |\n|---|---|\n${rows}`;
    expect(await answer(whole)).toContain(`> ${whole.replaceAll('\n', '\n> ')}\n> (message 5, assistant)`);
  });
});
