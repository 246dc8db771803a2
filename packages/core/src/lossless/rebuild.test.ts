import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordedMessages } from '../../bench/recorded.ts';
import type { Outcome } from '../condense-loop.ts';
import { type Conversation, conversationOf } from '../conversation.ts';
import { counterFor } from '../count/model-counter.ts';
import type { Counter } from '../counter.ts';
import type { Fold } from '../fold.ts';
import { type Message, textMessage } from '../message.ts';
import { project, render } from '../project.ts';
import type { LosslessConfig } from '../strategies/lossless.ts';
import { arbitraryMessages } from '../testing/arbitrary.ts';
import { unitCounter } from '../testing/stand-ins.ts';
import { condensedOn } from '../testing/tool-talk.ts';
import { transcriptOf } from '../transcript.ts';
import { looksFolded } from './marks.ts';
import { rebuild } from './rebuild.ts';

/** A deep run draws twenty times as many. */
const TIMES = process.env.TENFOLD_DEEP === '1' ? 20 : 1;

const condensed = (conversation: Conversation, count: Counter = unitCounter(), config: Partial<LosslessConfig> = {}): Outcome =>
  condensedOn(conversation, config, count);
const shown = (messages: readonly Message[], count?: Counter) =>
  render(project(condensed(conversationOf(transcriptOf(messages)), count).conversation));

/** Talk of few files and commands that repeat, edit and number the same lines, some of which read like our own marks. */
const line = fc.constantFrom(
  '',
  '}',
  'import { something } from "./some/where.ts";',
  'export function longEnoughToBeWorthIt(value: number): number {',
  '  return value * 2 + somethingElse(value);',
  '↑3-9',
  '×4',
  '▸src/a/',
  'src/engine/deep/path/a.ts:12: const a = 1;',
  'src/engine/deep/path/a.ts:19: const b = 1;',
  '⟨ Lines numbered "1:" ⟩',
  '⟨ Reference: See message #1 for Read a.ts, all lines, 1 message ago ⟩',
  '\ud800 torn',
);
const text = fc
  .array(fc.tuple(line, fc.integer({ min: 1, max: 4 })), { minLength: 1, maxLength: 14 })
  .map((runs) => runs.flatMap(([words, times]) => Array<string>(times).fill(words)));
const numbered = (lines: readonly string[], first: number) =>
  lines.map((words, i) => `${String(first + i).padStart(6)}→${words}`);
const diffed = (lines: readonly string[]) => [
  'diff --git a/a.ts b/a.ts',
  '@@ -1,2 +1,2 @@',
  ...lines.map((words, i) => ` -+`.charAt(Math.floor(i / 6) % 3) + words),
];
const styles = { plain: (lines: readonly string[]) => lines, numbered, diff: diffed };
const output = fc
  .tuple(
    fc.constantFrom('plain' as const, 'plain' as const, 'numbered' as const, 'json' as const, 'diff' as const),
    text,
    fc.integer({ min: 1, max: 99 }),
  )
  .map(([style, lines, first]) => (style === 'json' ? JSON.stringify(lines, null, 2) : styles[style](lines, first).join('\n')));
const talk = fc
  .tuple(
    fc.array(output, { minLength: 1, maxLength: 4 }),
    fc.array(
      fc.tuple(fc.nat(3), fc.nat(5), fc.constantFrom('Read', 'Bash', 'Grep', 'Edit', 'strange'), fc.boolean(), fc.nat(30)),
      { maxLength: 12 },
    ),
  )
  .map(([outputs, turns]) => [
    textMessage('user', 'Begin.'),
    ...turns.flatMap(([which, file, name, user, from], turn): Message[] => {
      const words = (outputs[which % outputs.length] as string).split('\n');
      const given = (from < words.length ? words.slice(from % 5) : words).join('\n');
      const id = `call${turn % 3}`;
      if (user && turn % 4 === 3)
        return [
          textMessage('assistant', '```bash\ncat a.ts\n```'),
          textMessage('user', `<returncode>0</returncode>\n${given}`),
          textMessage('user', given),
        ];
      return [
        {
          role: 'assistant',
          parts: [{ type: 'tool-call', id, name, input: { file_path: `f${file % 2}.ts`, command: 'ls', new_string: given } }],
        },
        {
          role: 'tool',
          parts: [
            { type: 'tool-result', id, output: from % 3 === 2 ? [{ type: 'text', text: given }] : given },
            ...(user ? [{ type: 'tool-result' as const, id: 'x', output: given, isError: true }] : []),
          ],
        },
      ];
    }),
  ]);

/** What a decoder is promised: with nothing folded it has no way to know that a mark was there before. */
const isKept = (messages: readonly Message[], view: readonly Message[]) =>
  view.some((message, index) => message !== messages[index]);

describe('rebuild', () => {
  it('gives back every byte of what Lossless folded, seeing only the rendered messages', () => {
    let folded = 0;
    fc.assert(
      fc.property(talk, (messages) => {
        const view = shown(messages);
        if (!isKept(messages, view)) return;
        folded++;
        expect(rebuild(view)).toEqual(messages);
      }),
      { numRuns: 500 * TIMES },
    );
    // Draws in which nothing folds prove nothing: a third of them must.
    expect(folded).toBeGreaterThan((500 * TIMES) / 3);
  });

  it('gives back every byte of generated transcripts with all hazards', () => {
    fc.assert(
      fc.property(arbitraryMessages({ maxMessages: 80 }), (messages) => {
        expect(rebuild(shown(messages))).toEqual(messages);
      }),
      { numRuns: 50 * TIMES },
    );
  });

  it('gives back a view that is itself taken for a transcript and folded again', () => {
    fc.assert(
      fc.property(talk, (messages) => {
        const once = shown(messages);
        const longer = [...once, ...once.slice(1)];
        const twice = shown(longer);
        if (isKept(longer, twice)) expect(rebuild(twice)).toEqual(longer);
      }),
      { numRuns: 200 * TIMES },
    );
  });

  it('gives back what is still there when a summary hides some of the origins', () => {
    fc.assert(
      fc.property(arbitraryMessages({ minMessages: 12, maxMessages: 60, hazards: [] }), fc.nat(20), (messages, to) => {
        const { conversation } = condensed(conversationOf(transcriptOf(messages)));
        const last = Math.min(to + 3, messages.length - 2);
        const summary: Fold = {
          id: 's',
          run: 'r',
          target: { kind: 'span', from: conversation.transcript[2]?.id ?? '', to: conversation.transcript[last]?.id ?? '' },
          kind: 'summary',
          lossless: false,
          text: 'What was said.',
          by: 'test',
          before: 9,
          after: 1,
        };
        const view = rebuild(render(project({ ...conversation, folds: [...conversation.folds, summary] })));
        expect(view.slice(3)).toEqual(messages.slice(last + 1));
      }),
      { numRuns: 50 * TIMES },
    );
  });

  it('leaves a reference alone whose origin is not there', () => {
    const orphan: Message = {
      role: 'tool',
      parts: [
        { type: 'tool-result', id: '1', output: '⟨ Reference: See message #40 for Read a.ts, all lines, 2 messages ago ⟩' },
      ],
    };
    expect(rebuild([textMessage('user', 'x'), orphan])).toEqual([textMessage('user', 'x'), orphan]);
  });

  const data = path.resolve(import.meta.dirname, '../../../../../shared/data');
  it.skipIf(!existsSync(data))('gives back every byte of recorded conversations (../shared/data)', () => {
    const count = counterFor('openai:gpt-4o');
    for (const file of readdirSync(data).filter((name) => name.endsWith('.jsonl') && !name.startsWith('token-counts'))) {
      for (const messages of recordedMessages(readFileSync(path.join(data, file), 'utf8'))) {
        expect(
          messages.some(({ parts }) => parts.some((part) => part.type === 'tool-result' && looksFolded(String(part.output)))),
        ).toBe(false);
        expect(rebuild(shown(messages, count))).toEqual(messages);
      }
    }
  });
});
