import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversationOf } from '../conversation.ts';
import { textMessage } from '../message.ts';
import { project } from '../project.ts';
import { transcriptOf } from '../transcript.ts';
import { findEvidence } from './find.ts';
import { heldInView } from './kept-in-view.ts';
import { probesOf } from './probes.ts';

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
