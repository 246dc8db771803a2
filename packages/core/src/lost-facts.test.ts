import { describe, expect, it } from 'vitest';
import { condense } from './condense.ts';
import { conversationOf, protect } from './conversation.ts';
import { lostFacts } from './lost-facts.ts';
import { messageText, textMessage } from './message.ts';
import { project } from './project.ts';
import { formatReport } from './report.ts';
import { call, result } from './testing/talk.ts';
import { transcriptOf } from './transcript.ts';

const orders = Array.from({ length: 60 }, (_, n) => `Never call supplier number ${n} before noon on a working day in winter.`);
const talk = [
  ...orders.flatMap((order) => [textMessage('user', order), textMessage('assistant', 'So it is. '.repeat(12))]),
  textMessage('user', 'Go on.'),
];
const vague = () => 'They talked about this and that.';
const LOST = /does not carry \d+ instructions?.* messages? [\d, ]+: protect what must stay in view\./;

describe('facts a summary does not carry', () => {
  it('[E2] are told in the report, once, with the messages that hold them', async () => {
    const { report, folds, messages } = await condense(talk, { target: 450, answer: vague });
    const told = report.warnings.filter((warning) => LOST.test(warning));
    expect(told).toHaveLength(1);
    expect(formatReport(report)).toContain(told[0]);
    const shown = messages.map(messageText).join('\n');
    const lost = orders.filter((order) => !shown.includes(order));
    expect(told[0]).toContain(`does not carry ${lost.length} instructions`);
    const named =
      /messages ([\d, ]+):/
        .exec(told[0] ?? '')?.[1]
        ?.split(', ')
        .map(Number) ?? [];
    expect(named.length).toBeGreaterThan(0);
    for (const number of named) expect(lost).toContain(messageText(talk[number - 1] ?? textMessage('user', '')));

    const conversation = { ...conversationOf(transcriptOf(talk)), folds };
    const entry = conversation.transcript[(named[0] ?? 1) - 1]?.id ?? '';
    const again = lostFacts(conversationOf(transcriptOf(talk)), project(protect(conversation, entry)));
    expect(again).toContain(`does not carry ${lost.length - 1} instructions`);
  });

  it('[E2] are told of every decision, however light', async () => {
    const steps = Array.from({ length: 40 }, (_, n) => [
      textMessage('user', `And station ${n}?`),
      textMessage(
        'assistant',
        `Station ${n}: I'll use the copper line ${n} instead of the old wire. ${'All quiet there. '.repeat(20)}`,
      ),
    ]).flat();
    const { report, messages } = await condense([...steps, textMessage('user', 'Go on.')], { target: 900, answer: vague });
    const shown = messages.map(messageText).join('\n');
    const lost = Array.from({ length: 40 }, (_, n) => n).filter((n) => !shown.includes(`the copper line ${n} instead`));
    expect(lost.length).toBeGreaterThan(0);
    expect(report.warnings.join('\n')).toContain(`does not carry ${lost.length} decision`);
  });

  it('[E2] are none where there is room for all', async () => {
    const few = ['Never touch the billing module.', 'From now on answer in French.', 'Only I may release.'];
    const messages = [...few.map((order) => textMessage('user', order)), ...talk.filter(({ role }) => role === 'assistant')];
    const { report, folds } = await condense([...messages, textMessage('user', 'Go on.')], { target: 450, answer: vague });
    expect(folds.length).toBeGreaterThan(0);
    expect(report.warnings.join('\n')).not.toMatch(/does not carry/);
  });

  it('[E2] are none of orders that differ in a number alone, where there is room', async () => {
    const talkOf = (few: readonly string[]) =>
      few.flatMap((order) => [textMessage('user', order), textMessage('assistant', 'So it is. '.repeat(60))]);
    const few = orders.slice(0, 6);
    const { messages } = await condense([...talkOf(few), textMessage('user', 'Go on.')], { target: 600, answer: vague });
    const shown = messages.map(messageText).join('\n');
    for (const order of few) expect(shown).toContain(order);
  });

  it('[E2] are paths too', async () => {
    const files = Array.from({ length: 80 }, (_, n) => `src/module-${n}/deep/inside/part-${n * 7}.service.ts`);
    const seen = files.flatMap((file, n) => [call(`c${n}`, { pattern: 'part' }), result(`c${n}`, `${file}\n`)]);
    const { report, messages } = await condense([textMessage('user', 'Where?'), ...seen, textMessage('user', 'Go on.')], {
      target: 450,
      answer: vague,
    });
    const shown = messages.map(messageText).join('\n');
    expect(files.every((file) => shown.includes(file))).toBe(false);
    expect(report.warnings.join('\n')).toMatch(/does not carry .*\d+ paths?/);
  });

  it('are not guessed in a dry run', async () => {
    const { report } = await condense(talk, { target: 450, dryRun: true });
    expect(report.warnings.join('\n')).not.toMatch(/does not carry/);
  });
});
