import fc from 'fast-check';
import { expect, it } from 'vitest';
import { promptOf } from './ask-answers.ts';
import { planFor } from './condense.ts';
import { condenseLoop } from './condense-loop.ts';
import { conversationOf } from './conversation.ts';
import { countText } from './count/text.ts';
import { keptBeside } from './kept-beside.ts';
import { labelled, rowMaterial } from './material.ts';
import { textMessage } from './message.ts';
import { project } from './project.ts';
import { arbitraryMessages } from './testing/arbitrary.ts';
import { generateTranscript } from './testing/index.ts';
import { transcriptOf } from './transcript.ts';

it('lists orders, the plan and names that stand in the material, each line quoted', () => {
  const material = [
    labelled('1', 'user', 'Never touch the billing module. Rename rowsOf in src/store/rows.ts.'),
    labelled('2', 'assistant', 'The plan:\n- [x] Read src/store/rows.ts\n- [ ] Rename rowsOf'),
  ].join('\n');
  const kept = keptBeside(material, 600);
  expect(kept).toContain('> Never touch the billing module.');
  expect(kept).toContain('> - [ ] Rename rowsOf');
  expect(kept).toContain('src/store/rows.ts');
  expect(keptBeside(labelled('1', 'user', 'thanks'), 600)).toBe('');
});

it('[A1] is never heavier than what is kept free for it, and no line of it begins unquoted', () => {
  fc.assert(
    fc.property(arbitraryMessages({ maxMessages: 20 }), fc.integer({ min: 0, max: 1_200 }), (messages, tokens) => {
      const material = project(conversationOf(transcriptOf(messages)))
        .rows.map(rowMaterial)
        .join('\n');
      const kept = keptBeside(material, tokens);
      expect(countText(kept)).toBeLessThanOrEqual(tokens);
      const lines = kept.split('\n').slice(3);
      for (const line of lines) expect(line).toMatch(/^(?:> |Orders of the user:|Standing error:|Plan:|Files written:|Names:)/u);
    }),
    { numRuns: 60 },
  );
});

it('tells whoever writes a summary what is kept beside it', () => {
  const { messages } = generateTranscript({ seed: 2, tokens: 20_000 });
  const order = 'Never touch the billing module.';
  const plan = planFor([textMessage('user', 'Begin.'), textMessage('user', order), ...messages, textMessage('user', 'Go on.')], {
    target: 4_000,
    budget: 100_000,
  });
  const [ask] = condenseLoop(plan).next().value as Parameters<typeof promptOf>;
  expect(promptOf(ask)).toContain(`> ${order}`);
  expect(countText(promptOf(ask))).toBeLessThanOrEqual(ask.tokens);
});
