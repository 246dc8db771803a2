import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dryRun, planFor } from '../condense.ts';
import { condenseLoop } from '../condense-loop.ts';
import { conversationOf } from '../conversation.ts';
import { textMessage } from '../message.ts';
import { project } from '../project.ts';
import { sample, sampleFrame } from '../sample/index.ts';
import { transcriptOf } from '../transcript.ts';
import { findEvidence } from './find.ts';
import { evidenceInView, heldInView, probesOf } from './held.ts';
import type { EvidenceScore } from './item.ts';

const before = project(conversationOf(transcriptOf(sample), sampleFrame));

function after(strategy: string) {
  const plan = planFor(sample, { ...sampleFrame, strategy, force: true, model: 'openai:gpt-4o' });
  return project(dryRun(condenseLoop({ ...plan, goal: 0, limit: null })).conversation);
}

function lost(score: EvidenceScore): number {
  return Object.values(score).reduce((sum, { found, kept }) => sum + found - kept, 0);
}

it('finds every fact of a view in the same view', () => {
  const score = evidenceInView(before, before);
  expect(Object.keys(score).length).toBeGreaterThan(5);
  expect(lost(score)).toBe(0);
});

it('counts what is folded without loss as kept, and what is cut as lost', () => {
  expect(lost(evidenceInView(before, after('lossless')))).toBe(0);
  const cut = evidenceInView(before, after('truncation'));
  expect(lost(cut)).toBeGreaterThan(0);
  expect(cut.directive).toEqual(evidenceInView(before, before).directive);
});

it('finds nothing in an empty view', () => {
  const score = evidenceInView(before, { ...before, rows: [] });
  expect(Object.values(score).every(({ kept }) => kept === 0)).toBe(true);
});

const viewOf = (texts: readonly string[]) => {
  const messages = texts.map((text, index) => textMessage(index % 2 === 0 ? 'user' : 'assistant', text));
  return project(conversationOf(transcriptOf(messages)));
};
const talk = [
  'Never touch src/index.ts. Is 4711 the port?',
  'Decided: we use Redis 7.2.4.',
  'See https://a.example/x and src/b.ts.',
];

describe('probes', () => {
  it('are facts of the view, no more than asked for, in order, and all held by the view itself', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(talk), fc.integer({ min: 0, max: 12 }), (texts, most) => {
        const view = viewOf(texts);
        const probes = probesOf(view, most);
        const facts = findEvidence(view.rows);
        expect(probes.length).toBe(Math.min(most, facts.length));
        expect(probes.every((probe) => facts.some(({ kind, text }) => kind === probe.kind && text === probe.text))).toBe(true);
        const places = probes.map(({ source }) => source.position);
        expect(places).toEqual(places.toSorted((a, b) => a - b));
        expect(probes.every(heldInView(view))).toBe(true);
      }),
    );
  });

  it('give every kind its turn before any has a second', () => {
    const view = viewOf(talk);
    const kinds = new Set(findEvidence(view.rows).map(({ kind }) => kind));
    expect(new Set(probesOf(view, kinds.size).map(({ kind }) => kind))).toEqual(kinds);
  });

  it('are missing where nothing of it is shown', () => {
    const [first] = probesOf(viewOf(talk), 1);
    if (first === undefined) throw new Error('Nothing was found.');
    expect(heldInView(viewOf(['Good morning.']))(first)).toBe(false);
  });
});
