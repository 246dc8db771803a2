import { describe, expect, it } from 'vitest';
import { protect } from './conversation.ts';
import { contentHash } from './hash.ts';
import type { Attachment, Message } from './message.ts';
import type { Draft } from './pass.ts';
import { project, tokensOf } from './project.ts';
import { settleDrafts } from './settle.ts';
import { unitCounter } from './testing/stand-ins.ts';
import { assistant, call, idOf, talk, user, withFolds } from './testing/talk.ts';

const count = unitCounter();
const image: Attachment = { type: 'attachment', mediaType: 'image/png', name: 'shot.png', bytes: 2_048, source: 'A'.repeat(800) };
const seen: Message = {
  role: 'tool',
  parts: [{ type: 'tool-result', id: 'x', output: [{ type: 'text', text: 'seen '.repeat(80) }, image] }],
};
const base = talk(user('first'), assistant('a'.repeat(900)), call('x'), seen, { role: 'user', parts: [image] }, user('last'));

function settle(drafts: readonly Draft[], conversation = base) {
  const view = project(conversation);
  return settleDrafts(
    drafts.map((draft) => ({ draft })),
    { conversation, view, count, hash: contentHash, by: 'test', salt: 's' },
  );
}
const span = (from: number, to: number, body: string, group?: string): Draft => ({
  target: { kind: 'span', from: idOf(base, from), to: idOf(base, to) },
  kind: 'suppression',
  body,
  ...(group === undefined ? {} : { group }),
});
const part = (entry: number, body: string): Draft => ({
  target: { kind: 'part', entry: idOf(base, entry), index: 0 },
  kind: 'truncation',
  body,
});

describe('settling', () => {
  it('weighs a span as what the view loses and gains', () => {
    const { folds } = settle([span(1, 4, 'What was.')]);
    const [fold] = folds;
    const before = tokensOf(project(base), count);
    const after = tokensOf(project(withFolds(base, ...folds)), count);
    expect((fold?.before ?? 0) - (fold?.after ?? 0)).toBe(before - after);
  });

  it('[L2] weighs a summary against the one that stands there by its words, whatever their ids weigh', () => {
    const short = (body: string): Draft => ({ ...part(1, body), kind: 'summary' });
    const { folds } = settle([short('a few words')]);
    expect(folds).toHaveLength(1);
    const standing = withFolds(base, ...folds);
    expect(settle([short('a few words')], standing).refused).toEqual([
      'The summary was no shorter than the one that stands there.',
    ]);
    expect(settle([short('a few')], standing).folds).toHaveLength(1);
  });

  it('[L2] weighs a summary that a protected message parts against all that it stands for', () => {
    const told = (from: number, to: number, body: string, group?: string): Draft => ({
      ...span(from, to, body, group),
      kind: 'summary',
    });
    const standing = withFolds(base, ...settle([told(1, 1, 'a few words')]).folds);
    const more = settle([told(1, 1, 'a few words more', 'g'), told(4, 4, '', 'g')], standing);
    expect(more.refused).toEqual([]);
    expect(more.folds).toHaveLength(2);
  });

  it('[V3] does not count what stays in view', () => {
    const kept = protect(base, idOf(base, 1));
    expect(settle([span(1, 1, 'x')], kept).refused).toHaveLength(1);
  });

  it('[P3] names every file and image that goes out of view, of all spans of a group', () => {
    const { folds } = settle([span(1, 1, 'What was.', 'g'), span(4, 4, '', 'g')]);
    expect(folds[0]?.text).toBe('What was.\n\n## Attachments\n- shot.png (image/png, 2,048 bytes) in message 5');
    expect(folds[1]).toMatchObject({ text: '', after: 0 });
    const [cut] = settle([part(3, 'seen')]).folds;
    expect(cut?.text).toBe('seen\n- shot.png (image/png, 2,048 bytes)');
  });

  it('[L1] refuses what is no lighter, and what is not there', () => {
    expect(settle([part(3, 'z'.repeat(9_000))]).refused[0]).toMatch(/no shorter/);
    expect(settle([span(4, 1, 'x')]).refused[0]).toMatch(/not in the transcript/);
    expect(settle([part(99, 'x')]).refused[0]).toMatch(/not in view/);
  });

  it('[N2] makes text well-formed', () => {
    expect(settle([part(3, 'a\ud800b')]).folds[0]?.text.isWellFormed()).toBe(true);
    expect(settle([span(1, 4, 'a\ud800b')]).folds[0]?.text.isWellFormed()).toBe(true);
  });
});
