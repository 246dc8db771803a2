import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prefixHash, withBoundThinking } from './bound-thinking.ts';
import type { Conversation } from './conversation.ts';
import type { Fold } from './fold.ts';
import { contentHash } from './hash.ts';
import type { Message } from './message.ts';
import { project, render } from './project.ts';
import type { Entry } from './transcript.ts';

/** An upstream that binds: it signs thinking with what it was shown, and refuses a signature that does not fit what stands before it. */
function signature(shown: readonly Message[], thinking: string, system: string): string {
  return contentHash(JSON.stringify([system, shown, thinking]));
}

function refused(sent: readonly Message[], system: string): readonly string[] {
  return sent.flatMap((message, at) =>
    message.parts.flatMap((part, index) => {
      if (part.type !== 'reasoning') return [];
      const shown = [...sent.slice(0, at)];
      return index === 0 && part.extra?.signed === signature(shown, part.text, system)
        ? []
        : ['bound to a different conversation'];
    }),
  );
}

type Step = 'answer' | 'fold' | 'undo' | 'protect' | 'unprotect' | 'system' | 'late';

describe('thinking that is bound to its prefix', () => {
  it('[V7] any sequence of answers, folds, undos and protections is taken by an upstream that binds, and is replayed byte for byte', () => {
    const step = fc.tuple(
      fc.constantFrom<Step>('answer', 'answer', 'answer', 'fold', 'undo', 'protect', 'unprotect', 'system', 'late'),
      fc.nat(9),
      fc.nat(4),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const madeOn = new Map<Entry, string>();
        const binding = { to: 'model', madeOn: (entry: Entry) => madeOn.get(entry) };
        let conversation: Conversation = { frame: { system: '0' }, transcript: [], folds: [], protected: new Set() };
        let before: Conversation | null = null;
        const viewOf = (given: Conversation) => withBoundThinking(project(given), binding);
        const add = (message: Message, hash?: string) => {
          const entry = { id: `e${conversation.transcript.length}`, message };
          if (hash !== undefined) madeOn.set(entry, hash);
          conversation = { ...conversation, transcript: [...conversation.transcript, entry] };
        };
        const answer = (asked: Conversation) => {
          const view = viewOf(asked);
          const sent = render(view);
          expect(refused(sent, asked.frame.system ?? '')).toEqual([]);
          expect(render(viewOf({ ...asked }))).toEqual(sent);
          const text = `thought ${conversation.transcript.length}`;
          const signed = signature(sent, text, asked.frame.system ?? '');
          add(
            {
              role: 'assistant',
              parts: [
                { type: 'reasoning', text, extra: { signed } },
                { type: 'text', text: 'said' },
              ],
            },
            prefixHash(view, binding),
          );
        };
        for (const [kind, from, length] of steps) {
          const { transcript } = conversation;
          const at = transcript.length === 0 ? 0 : from % transcript.length;
          const entry = transcript[at];
          const end = transcript[Math.min(at + length, transcript.length - 1)];
          before = conversation;
          if (kind === 'answer') {
            add({ role: 'user', parts: [{ type: 'text', text: `asked ${transcript.length}` }] });
            answer(conversation);
          } else if (kind === 'late' && entry !== undefined && end !== undefined) {
            // A fold lands while an answer is on its way.
            add({ role: 'user', parts: [{ type: 'text', text: 'late' }] });
            const asked = conversation;
            conversation = { ...conversation, folds: [...conversation.folds, foldOf(entry, end, conversation.folds.length)] };
            answer(asked);
          } else if (kind === 'fold' && entry !== undefined && end !== undefined)
            conversation = { ...conversation, folds: [...conversation.folds, foldOf(entry, end, conversation.folds.length)] };
          else if (kind === 'undo') conversation = { ...conversation, folds: conversation.folds.slice(0, -1) };
          else if (kind === 'protect' && entry !== undefined)
            conversation = { ...conversation, protected: new Set([...conversation.protected, entry.id]) };
          else if (kind === 'unprotect') conversation = { ...conversation, protected: new Set() };
          else if (kind === 'system') conversation = { ...conversation, frame: { system: String(from % 2) } };
          expect(refused(render(viewOf(conversation)), conversation.frame.system ?? '')).toEqual([]);
        }
        expect(before === null || render(viewOf(before)).length >= 0).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('stays where nothing before it has changed, and comes back with the prefix', () => {
    const madeOn = new Map<Entry, string>();
    const binding = { to: 'model', madeOn: (entry: Entry) => madeOn.get(entry) };
    const asked: Entry = { id: 'a', message: { role: 'user', parts: [{ type: 'text', text: 'x' }] } };
    const answered: Entry = {
      id: 'b',
      message: {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'hm' },
          { type: 'text', text: 'y' },
        ],
      },
    };
    const of = (transcript: readonly Entry[], system: string) =>
      project({ frame: { system }, transcript, folds: [], protected: new Set() });
    madeOn.set(answered, prefixHash(of([asked], 's'), binding));
    const view = of([asked, answered], 's');
    expect(withBoundThinking(view, binding)).toBe(view);
    expect(render(withBoundThinking(of([asked, answered], 't'), binding))[1]?.parts).toEqual([{ type: 'text', text: 'y' }]);
    expect(render(withBoundThinking(view, { ...binding, to: 'another' }))[1]?.parts).toHaveLength(1);
  });
});

function foldOf(from: Entry, to: Entry, number: number): Fold {
  return {
    id: `f${number}`,
    run: 'r',
    target: { kind: 'span', from: from.id, to: to.id },
    kind: 'summary',
    text: `so far ${number}`,
    by: 'test',
    before: 2,
    after: 1,
  } as unknown as Fold;
}
