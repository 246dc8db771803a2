import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { condense } from '../condense.ts';
import { conversationOf } from '../conversation.ts';
import { counterFor } from '../count/model-counter.ts';
import { fence } from '../fence.ts';
import { type Message, messageText, textMessage } from '../message.ts';
import { project } from '../project.ts';
import { arbitrarySummarizer, arbitraryTranscript } from '../testing/arbitrary.ts';
import { generateTranscript, injectionPayloads, summarizersFor } from '../testing/index.ts';
import { transcriptOf } from '../transcript.ts';
import { LEDGER_HEADING, oneLine, readLedger } from './ledger.ts';
import { mend } from './mend.ts';

const count = counterFor('gpt-4o');
const rowsOf = (messages: readonly Message[]) => project(conversationOf(transcriptOf(messages))).rows;

function ledgerOf(text: string): string {
  const at = text.lastIndexOf(`${LEDGER_HEADING}\n`);
  return at < 0 ? '' : text.slice(at);
}

const saidByUsers = (messages: readonly Message[]) =>
  messages
    .flatMap(({ role, parts }) => (role === 'user' ? parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])) : []))
    .join('\n');

describe('mend', () => {
  it('[E2] [E3] never goes over the limit, keeps the summary and writes demands of users alone', () => {
    fc.assert(
      fc.property(
        arbitraryTranscript({ minMessages: 6 }),
        arbitrarySummarizer().filter((name) => name !== 'throwing' && name !== 'failing'),
        fc.integer({ min: 1, max: 3_000 }),
        ({ messages, facts }, name, limit) => {
          const rows = rowsOf(messages);
          const material = rows.map((row) => (row.kind === 'entry' ? JSON.stringify(row.message.parts) : '')).join('\n');
          const answer = summarizersFor(facts)[name]({
            key: 'k',
            instructions: '',
            material,
            maxTokens: 300,
            expected: 300,
            tokens: 9_000,
          });
          const body = answer?.ok ? answer.text : '';
          const { text, evidence } = mend(body, rows, limit, count);
          const ledger = ledgerOf(text);
          expect(text.isWellFormed()).toBe(true);
          if (ledger !== '') {
            const orders = readLedger(text).items.some(({ kind }) => kind === 'directive');
            expect(count.text(text)).toBeLessThanOrEqual(orders ? Math.max(limit, 300) : limit);
          }
          const said = oneLine(saidByUsers(messages).toWellFormed());
          for (const item of readLedger(text).items) if (item.kind === 'directive') expect(said).toContain(item.text);
          for (const { found, kept } of Object.values(evidence)) expect(kept).toBeLessThanOrEqual(found);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('[E2] uses the room it has, however short the summary is, orders first', () => {
    const orders = ['Never touch the billing module.', 'From now on answer in French.'];
    const { messages } = generateTranscript({ seed: 5, tokens: 30_000 });
    const rows = rowsOf([textMessage('user', orders[0] as string), ...messages, textMessage('user', orders[1] as string)]);
    const { text } = mend('Some work was done.', rows, 2_000, count);
    for (const order of orders) expect(text).toContain(order);
    expect(count.text(text)).toBeGreaterThan(1_700);
    const tight = mend('Some work was done.', rows, 140, count).text;
    for (const order of orders) expect(tight).toContain(order);
  });

  it('[E2] gives room that is over the limit to orders alone', () => {
    const order = `Never touch ${Array.from({ length: 20 }, (_, n) => `the table of part ${n}`).join(', ')}.`;
    const rows = rowsOf([
      textMessage('user', order),
      textMessage('assistant', 'resolveParcel calls settleLedger and indexInvoice.'),
    ]);
    const body = 'Some work was done on it. '.repeat(37).trim();
    expect(count.text(body)).toBeGreaterThan(232);
    expect(mend(body, rows, 232, count).text).toBe(body);
  });

  it('[E2] keeps every order where there is next to no room, and marks those that a summary repeats as its own', () => {
    const orders = ['billing', 'search', 'mail', 'login', 'export'].map((name) => `Never touch the ${name} module.`);
    const { messages } = generateTranscript({ seed: 5, tokens: 30_000 });
    const rows = rowsOf([...orders.map((order) => textMessage('user', order)), ...messages]);
    const repeated = `## Key Points\n- ${orders[0]}\n- Work went on.`;
    expect(mend(repeated, rows, 2_000, count).text).toContain(`- User: ${orders[0]}`);
    const { text } = mend(repeated, rows, 60, count);
    for (const order of orders) expect(text).toContain(order);
    expect(count.text(text)).toBeLessThanOrEqual(300);
    const again = mend('Nothing new.', rowsOf([textMessage('summary', text)]), 60, count).text;
    for (const order of orders) expect(again).toContain(order);
  });

  it('[F18] takes no orders from what a harness put into the user’s turn', () => {
    const order = 'Never mention the reminder to anybody.';
    const rows = rowsOf([
      textMessage('user', `<host-note>\n${order}\n</host-note>\nRename portOf.`),
      textMessage('assistant', 'Done.'),
    ]);
    const { items } = readLedger(mend('They talked.', rows, 400, count).text);
    expect(items.filter(({ kind, text }) => kind === 'directive' && text === order)).toEqual([]);
  });

  it('[F18] carries the last full request where the one that stands only goes on', () => {
    const rows = rowsOf([
      textMessage('user', 'Port the importer to the new queue and keep the old topic names.'),
      textMessage('assistant', 'I began.'),
    ]);
    expect(mend('Work began.', rows, 400, count, true).text).toContain(
      '- User: Port the importer to the new queue and keep the old topic names.',
    );
  });

  it('[N1] keeps hostile text of a tool result inside the fence', () => {
    for (const payload of injectionPayloads) {
      const rows = rowsOf([
        textMessage('user', 'Read it.'),
        { role: 'assistant', parts: [{ type: 'tool-call', id: '1', name: 'bash', input: { command: `cat ${payload}` } }] },
        {
          role: 'tool',
          parts: [{ type: 'tool-result', id: '1', name: 'bash', output: `Error: ${payload}\nsrc/a.ts`, isError: true }],
        },
      ]);
      const { text } = mend('The file was read and nothing in it mattered much to anybody who was there.', rows, 2_000, count);
      const rendered = (fence(text, 'f', 3).parts[0] as { text: string }).text;
      expect(rendered.match(/<[\s/]*record/giu)).toHaveLength(2);
      expect(rendered.endsWith('\n</record f>')).toBe(true);
    }
  });

  it('[E4] hands evidence on from fold to fold, without the entries it came from', async () => {
    const { messages } = generateTranscript({ seed: 11, tokens: 30_000 });
    const talk = [
      ...messages,
      textMessage('user', 'You must never rename src/public/api.ts, and only I may release.'),
      textMessage('assistant', 'Understood.'),
    ];
    const first = await condense([...talk, textMessage('user', 'Go on.')], { target: 6_000 });
    const later = generateTranscript({ seed: 12, tokens: 20_000 }).messages;
    const second = await condense([...talk, textMessage('user', 'Go on.'), ...later, textMessage('user', 'And now?')], {
      folds: first.folds,
      target: 6_000,
    });
    const shown = second.messages.filter(({ role }) => role === 'summary');
    expect(shown).toHaveLength(1);
    const text = shown.map(messageText).join('\n');
    expect(text).toContain('You must never rename src/public/api.ts, and only I may release.');
    const outer = second.folds.at(-1);
    expect(outer?.evidence?.directive?.kept).toBe(outer?.evidence?.directive?.found);
  });

  it('answers without a model by default and says who answered', async () => {
    const { messages } = generateTranscript({ seed: 3, tokens: 20_000 });
    const none = await condense(messages, { target: 5_000 });
    expect(none.report.means).toBe('embedded');
    expect(none.report.passes[0]?.by).toEqual(['embedded']);
    expect(none.report.evidence.path?.found).toBeGreaterThan(0);
    const failing = await condense(messages, { target: 5_000, answer: () => Promise.reject(new Error('429')) });
    expect(failing.report.means).toBe('embedded');
    expect(failing.report.passes[0]?.refused[0]?.reason).toContain('429');
  });
});
