import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { budgetOf } from '../budget.ts';
import { condenseLoop, type Outcome } from '../condense.ts';
import { conversationOf, protect } from '../conversation.ts';
import { counterFor } from '../count/model-counter.ts';
import { expandReference } from '../lossless/expand-reference.ts';
import { type Json, type Message, resultText, textMessage } from '../message.ts';
import { dryRun } from '../one-call.ts';
import { project } from '../project.ts';
import { render } from '../render.ts';
import { formatReport } from '../report.ts';
import { arbitraryMessages } from '../testing/arbitrary.ts';
import { lawCase } from '../testing/laws/law-case.ts';
import { holdTo, lawsWith } from '../testing/laws/strategy-laws.ts';
import { tryOut } from '../testing/laws/trial.ts';
import { transcriptOf } from '../transcript.ts';
import { type LosslessConfig, lossless } from './lossless.ts';
import { preparePasses } from './registry.ts';

const count = counterFor('openai:gpt-4o');
const run = (messages: readonly Message[], config: Partial<LosslessConfig> = {}, kept?: number): Outcome => {
  const conversation = conversationOf(transcriptOf(messages));
  const { passes } = preparePasses(lossless, config);
  const given = kept === undefined ? conversation : protect(conversation, conversation.transcript[kept]?.id ?? '');
  return dryRun(
    condenseLoop({
      conversation: given,
      strategy: lossless,
      passes,
      budget: budgetOf(1000),
      count,
      goal: 0,
      limit: null,
      askRoom: 0,
      leastGain: 0,
    }),
  );
};
const outputs = ({ conversation }: Outcome) =>
  render(project(conversation)).flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'tool-result' ? resultText(part) : [])),
  );

let calls = 0;
const use = (name: string, input: Json, output: string, isError = false): Message[] => {
  const id = `c${++calls}`;
  return [
    { role: 'assistant', parts: [{ type: 'tool-call', id, name, input }] },
    { role: 'tool', parts: [{ type: 'tool-result', id, output, ...(isError ? { isError } : {}) }] },
  ];
};
const start = textMessage('user', 'Please look into it.');
const next = textMessage('user', 'Go on.');
const file = (lines: number, changed = -1) =>
  Array.from({ length: lines }, (_, i) =>
    i === changed ? `const changed${i} = compute(${i});` : `const value${i} = compute(${i}, "some words");`,
  );
const text = (lines: readonly string[]) => lines.join('\n');
const numbered = (lines: readonly string[], first = 1) =>
  text(lines.map((line, i) => `${String(first + i).padStart(6)}→${line}`));

describe('repeated reads', () => {
  it('become a reference to the first, in the wording that is fixed', () => {
    const read = (path: string) => use('Read', { file_path: path }, text(file(20)));
    const outcome = run([start, ...read('src/a.ts'), ...read('src/a.ts'), next]);
    expect(outputs(outcome)).toEqual([
      text(file(20)),
      '⟨ File content already provided above ⟩\n⟨ Reference: See message #2 for Read src/a.ts, all lines, 2 messages ago ⟩',
    ]);
    const [fold] = outcome.folds;
    expect(fold).toMatchObject({ kind: 'reference', lossless: true, by: 'lossless-repeated-reads' });
    expect(fold?.origins).toMatchObject([{ type: 'file', path: 'src/a.ts', operation: 'Read' }]);
  });

  it('respect line ranges and excerpts, by the numbers of the file', () => {
    const lines = file(60);
    const outcome = run([
      start,
      ...use('Read', { file_path: 'a.ts', offset: 11 }, numbered(lines.slice(10), 11)),
      ...use('Read', { file_path: 'a.ts', offset: 21, limit: 20 }, numbered(lines.slice(20, 40), 21)),
    ]);
    expect(outputs(outcome)[1]).toBe(
      '⟨ File content already provided above ⟩\n⟨ Reference: See message #2 for Read a.ts, lines 21-40, 2 messages ago ⟩',
    );
  });

  it('tell only what differs when the file has changed', () => {
    const outcome = run([
      start,
      ...use('Read', { file_path: 'a.ts' }, numbered(file(40))),
      ...use('Read', { file_path: 'a.ts' }, numbered(file(40, 20))),
    ]);
    expect(outputs(outcome)[1]).toBe(
      '⟨ Reference: See message #2 for lines ↑a-b: Read a.ts, 2 messages ago ⟩\n⟨ Lines numbered "     1→" ⟩\n↑1-20\nconst changed20 = compute(20);\n↑22-40',
    );
    expect(outcome.folds.at(-1)).toMatchObject({ kind: 'delta', lossless: true });
  });

  it('are found in shell commands and by lines anywhere', () => {
    const lines = file(30);
    const outcome = run([
      start,
      ...use('exec_command', { cmd: "sed -n '1,30p' a.ts" }, text(lines)),
      ...use('strange_tool', { x: 1 }, text(['first', ...lines.slice(5, 15), 'last'])),
    ]);
    expect(outputs(outcome)[1]).toBe(
      '⟨ Reference: See message #2 for lines ↑a-b: exec_command a.ts, 2 messages ago ⟩\nfirst\n↑6-15\nlast',
    );
  });

  it('can be expanded, with a hash that tells whether the origin is what it was', () => {
    const outcome = run([
      start,
      ...use('Read', { path: 'a.ts' }, text(file(20))),
      ...use('Read', { path: 'a.ts' }, text(file(20))),
    ]);
    const [fold] = outcome.folds;
    const expanded = fold && expandReference(outcome.conversation, fold);
    expect(expanded?.text).toBe(text(file(20)));
    expect(expanded?.origins).toMatchObject([
      { type: 'file', originalIndex: 2, path: 'a.ts', text: text(file(20)), intact: true },
    ]);
  });
});

describe('repeated operations', () => {
  const listing = text(Array.from({ length: 30 }, (_, i) => `entry-${i * 7919}.md`));

  it('are consolidated when the answer is the same, in the wording that is fixed', () => {
    const ls = () => use('Bash', { command: 'ls src' }, listing);
    expect(outputs(run([start, ...ls(), ...ls(), ...ls()])).slice(1)).toEqual([
      '⟨ Consolidated 2 operations: Bash ls src ⟩\n⟨ Reference: See message #2 for Bash ls src, all lines, 2 messages ago ⟩',
      '⟨ Consolidated 3 operations: Bash ls src ⟩\n⟨ Reference: See message #2 for Bash ls src, all lines, 4 messages ago ⟩',
    ]);
  });

  it('keep errors and answers that differ', () => {
    const [a, b] = [`failed: ${'x '.repeat(80)}`, `passed: ${'y '.repeat(80)}`];
    const test = (output: string, isError = false) => use('Bash', { command: 'npm test' }, output, isError);
    expect(outputs(run([start, ...test(a, true), ...test(a, true), ...test(b)], { deduplicateFileReads: false }))).toEqual([
      a,
      a,
      b,
    ]);
  });
});

describe('obsolete state', () => {
  const on = { removeObsoleteState: true };
  const talk = [
    start,
    ...use('Read', { file_path: 'a.ts' }, text(file(30))),
    ...use('Edit', { file_path: 'a.ts', old_string: text(file(3)), new_string: text(file(4)) }, 'done'),
    ...use('Bash', { command: 'npm test' }, `failed ${'x y '.repeat(60)}`),
    next,
    ...use('Bash', { command: 'npm test' }, `passed ${'x y '.repeat(60)}`),
    next,
  ];

  it('is what was read before an edit and run before another run; the newest stays', () => {
    const shown = outputs(run(talk, on));
    expect(shown[0]).toBe('⟨ Obsolete: edited in message #4 ⟩');
    expect(shown[2]).toBe('⟨ Obsolete: run again in message #9 ⟩');
    expect(shown[3]).toContain('passed');
  });

  it('is left alone unless chosen, in the open turn, and where it is protected', () => {
    expect(outputs(run(talk))[0]).toBe(text(file(30)));
    expect(outputs(run(talk.slice(0, 5), on))[0]).toBe(text(file(30)));
    expect(outputs(run(talk, on, 2))[0]).toBe(text(file(30)));
  });

  it('never leaves a reference without its origin', () => {
    const read = () => use('Read', { file_path: 'b.ts' }, text(file(25)));
    const shown = outputs(run([start, ...read(), next, ...read(), next, ...read(), next], on));
    expect(shown.slice(0, 2).every((words) => words.startsWith('⟨ Obsolete'))).toBe(true);
    expect(shown[2]).toBe(text(file(25)));
  });

  it('includes what a call wrote and a later read shows, as a valid input', () => {
    const written = text(file(40));
    const { conversation } = run(
      [
        start,
        ...use('Write', { file_path: 'n.ts', content: written }, 'ok'),
        next,
        ...use('Read', { file_path: 'n.ts' }, written),
        next,
      ],
      on,
    );
    const [call] = render(project(conversation))[1]?.parts ?? [];
    expect(call).toMatchObject({
      type: 'tool-call',
      name: 'Write',
      input: { file_path: 'n.ts', content: '⟨ Obsolete: read again in message #5 ⟩' },
    });
  });

  it('includes what a terminal has painted over', () => {
    const noisy = `${Array.from({ length: 40 }, (_, i) => `\u001b[32mLoading ${i}%\u001b[0m`).join('\r')}\nready`;
    expect(outputs(run([start, ...use('Bash', { command: 'load' }, noisy), next], on))).toEqual(['Loading 39%\nready']);
    expect(outputs(run([start, ...use('Bash', { command: 'load' }, noisy), next]))).toEqual([noisy]);
  });
});

describe('lossless', () => {
  it('never makes a view heavier, never touches what people and the assistant wrote, and settles at once', () => {
    fc.assert(
      fc.property(arbitraryMessages({ maxMessages: 60 }), fc.boolean(), (messages, removeObsoleteState) => {
        const once = run(messages, { removeObsoleteState });
        expect(once.report.after).toBeLessThanOrEqual(once.report.before);
        expect(once.report.passes.flatMap(({ failed }) => failed ?? [])).toEqual([]);
        const view = render(project(once.conversation));
        view.forEach((message, index) => {
          const spoken = ({ parts }: Message) => parts.filter((part) => part.type === 'text' || part.type === 'reasoning');
          expect(spoken(message)).toEqual(spoken(messages[index] as Message));
        });
        const again = run(messages, { removeObsoleteState });
        expect(again.folds).toEqual(once.folds);
      }),
      { numRuns: 60 },
    );
  });

  it('folds nothing more of what it has folded before', () => {
    fc.assert(
      fc.property(arbitraryMessages({ maxMessages: 60 }), (messages) => {
        const { conversation } = run(messages);
        const { passes } = preparePasses(lossless);
        const again = dryRun(
          condenseLoop({
            conversation,
            strategy: lossless,
            passes,
            budget: budgetOf(1000),
            count,
            goal: 0,
            limit: null,
            askRoom: 0,
            leastGain: 0,
          }),
        );
        expect(again.folds).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('reports its passes by name', () => {
    const read = () => use('Read', { file_path: 'a.ts' }, text(file(40)));
    expect(formatReport(run([start, ...read(), ...read()]).report)).toMatch(/Repeated file reads.*: [\d,]+ → [\d,]+ tokens/u);
  });

  it('takes own tools and refuses wrong settings', () => {
    const peek = () => use('peek_at', { path: 'a.ts' }, text(file(12)));
    const shown = outputs(run([start, ...peek(), ...peek()], { tools: [{ name: 'peek_at', kind: 'read' }] }));
    expect(shown[1]).toContain('⟨ File content already provided above ⟩');
    expect(lossless.config.validate({ tools: [{ name: '', kind: 'read' }] })).toHaveLength(1);
    expect(lossless.config.validate({ tools: [{ name: 'x', kind: 'y' }], more: 1 })).toHaveLength(2);
    expect(lossless.config.validate(lossless.config.defaults)).toEqual([]);
  });
});

it.each([{}, { removeObsoleteState: true }])('[all laws] hold for lossless with %o', (config) => {
  const laws = lawsWith();
  for (let seed = 0; seed < 60; seed++) holdTo(laws, tryOut(lossless, lawCase(seed), config));
});
