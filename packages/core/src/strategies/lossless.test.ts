import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '../message.ts';
import { project, render } from '../project.ts';
import { formatReport } from '../report.ts';
import { arbitraryMessages } from '../testing/arbitrary.ts';
import { lawCase } from '../testing/laws/law-case.ts';
import { holdTo, lawsWith } from '../testing/laws/strategy-laws.ts';
import { tryOut } from '../testing/laws/trial.ts';
import { condensed, condensedOn, fileOf, shownResults, start, use } from '../testing/tool-talk.ts';
import { lossless } from './lossless.ts';
import { findStrategy } from './registry.ts';

const spoken = ({ parts }: Message) => parts.filter((part) => part.type === 'text' || part.type === 'reasoning');

/** The seeds are the same each time: more of them find something once. */
const CASES = process.env.TENFOLD_DEEP === '1' ? 300 : 25;

describe('lossless', () => {
  it.each([{}, { removeObsoleteState: true }])('is held to the laws of every strategy, with %o', (config) => {
    const laws = lawsWith();
    for (let seed = 0; seed < CASES; seed++) holdTo(laws, tryOut(lossless, lawCase(seed), config));
  });

  it('never makes a view heavier nor touches what people and the assistant wrote, and none of its passes is taken back', () => {
    fc.assert(
      fc.property(arbitraryMessages({ maxMessages: 60 }), fc.boolean(), (messages, removeObsoleteState) => {
        const { report, conversation } = condensed(messages, { removeObsoleteState });
        expect(report.after).toBeLessThanOrEqual(report.before);
        expect(report.passes.flatMap(({ failed }) => failed ?? [])).toEqual([]);
        expect(render(project(conversation)).map(spoken)).toEqual(messages.map(spoken));
      }),
      { numRuns: 60 },
    );
  });

  it('folds nothing more of what it has folded before', () => {
    fc.assert(
      fc.property(arbitraryMessages({ maxMessages: 60 }), (messages) => {
        expect(condensedOn(condensed(messages).conversation).folds).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('reports its passes by name', () => {
    const read = () => use('Read', { file_path: 'a.ts' }, fileOf(40).join('\n'));
    const { report } = condensed([start, ...read(), ...read()]);
    expect(formatReport(report)).toMatch(/Repeated file reads.*: [\d,]+ → [\d,]+ tokens/u);
  });

  it('is among the strategies, takes own tools and refuses wrong settings', () => {
    expect(findStrategy('lossless')).toBe(lossless);
    const peek = () => use('peek_at', { path: 'a.ts' }, fileOf(12).join('\n'));
    const shown = shownResults(condensed([start, ...peek(), ...peek()], { tools: [{ name: 'peek_at', kind: 'read' }] }));
    expect(shown[1]).toContain('⟨ File content already provided above ⟩');
    expect(lossless.config.validate({ tools: [{ name: '', kind: 'read' }] })).toHaveLength(1);
    expect(lossless.config.validate({ tools: [{ name: 'x', kind: 'y' }], more: 1 })).toHaveLength(2);
    expect(lossless.config.validate(lossless.config.defaults)).toEqual([]);
  });
});
