import { expect, it } from 'vitest';
import { condenseLoop } from '../condense.ts';
import { conversationOf } from '../conversation.ts';
import { dryRun, planFor } from '../one-call.ts';
import { project } from '../project.ts';
import { sample, sampleFrame } from '../sample/index.ts';
import { transcriptOf } from '../transcript.ts';
import type { EvidenceScore } from './item.ts';
import { evidenceInView } from './kept-in-view.ts';

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
