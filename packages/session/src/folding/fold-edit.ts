import {
  type Conversation,
  type Counter,
  contentHash,
  counted,
  type Fold,
  type FoldId,
  fence,
  formatCount,
  type Message,
  positionsOf,
} from '@tenfold/core';
import { SessionError } from '../session-error.ts';

/**
 * Another text for a fold, in its place. Refused when it is empty or no shorter than what the fold stands for; the old version
 * is only out of force, never gone.
 */
export function editFold(
  conversation: Conversation,
  id: FoldId,
  text: string,
  count: Counter,
): { conversation: Conversation; fold: Fold } {
  const old = conversation.folds.find((fold) => fold.id === id);
  if (old === undefined)
    throw new SessionError('not-found', `No summary in force is named ${id}.`, {
      todo: 'List what was condensed and choose one that is in force.',
      facts: { fold: id },
    });
  if (old.target.kind !== 'span' || old.text === '')
    throw new SessionError('invalid-request', 'Only the text of a summary can be edited.', {
      todo: 'Peel it to bring the original back.',
      facts: { fold: id, problems: [{ field: 'fold', message: 'It has no text of its own.' }] },
    });
  const words = text.toWellFormed().trim();
  const fold = { ...withoutEvidence(old), id: contentHash([old.id, words].join('\n')).slice(0, 12), text: words, by: EDITOR };
  const before = groupWeight(conversation, old);
  // What is far too long is not looked at whole: fencing it would hold everybody up for seconds.
  const least = count.text(words.slice(0, (before + 1) * LONGEST_TOKEN));
  const after = least >= before ? least : count.message(fence(words, fold.id, coveredBy(conversation, old)) as Message);
  if (words === '' || after >= before)
    throw new SessionError(
      'invalid-request',
      words === ''
        ? 'The summary is empty.'
        : `The text (${counted(after, 'token')}) is no shorter than what it stands for (${formatCount(before)}).`,
      {
        kept: 'The summary is as it was.',
        todo: words === '' ? 'Write something, or bring the original back.' : 'Shorten it.',
        facts: {
          problems: [{ field: 'text', message: 'It must say something and be shorter than the original.' }],
          tokens: after,
          limit: before,
        },
      },
    );
  const next = { ...fold, after };
  return {
    fold: next,
    conversation: { ...conversation, folds: conversation.folds.map((other) => (other === old ? next : other)) },
  };
}

/** Letters that no token has more of. */
const LONGEST_TOKEN = 128;

/** Who wrote a text that a person edited. */
export const EDITOR = 'user';

/** What was kept by the old text says nothing of the new one. */
function withoutEvidence({ evidence: _old, ...fold }: Fold): Fold {
  return fold;
}

function groupWeight({ folds }: Conversation, { id, group, before }: Fold): number {
  return group === undefined
    ? before
    : folds.reduce((sum, fold) => (fold.group === group || fold.id === id ? sum + fold.before : sum), 0);
}

function coveredBy({ transcript }: Conversation, { target }: Fold): number {
  const at = positionsOf(transcript);
  return target.kind === 'span' ? (at.get(target.to) ?? 0) - (at.get(target.from) ?? 0) + 1 : 1;
}
