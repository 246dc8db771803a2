import { describe, expect, it } from 'vitest';
import type { Fold } from './fold.ts';
import { project } from './project.ts';
import { sparingOrigins } from './sparing.ts';
import { assistant, idOf, partFold, talk, user, withFolds } from './testing/talk.ts';

const base = talk(user('first'), assistant('what is said twice'), assistant('what is said twice'), user('last'));
const origins = [{ type: 'output', entry: idOf(base, 1), part: 0, hash: 'h' }] as const;
const referring = withFolds(base, partFold(base, 2, 0, { id: 'reference', kind: 'reference', lossless: true, origins }));

describe('sparing origins', () => {
  it('leaves out what cuts a part that a reference in view points to, with all of its group', () => {
    const cut = partFold(base, 1, 0, { id: 'cut', kind: 'truncation' });
    const rebuilt = partFold(base, 1, 0, { id: 'rebuilt', lossless: true });
    const other = partFold(base, 0, 0, { id: 'other', kind: 'truncation' });
    const ids = (folds: readonly Fold[], conversation = referring) =>
      sparingOrigins(folds, project(conversation)).map(({ id }) => id);
    expect(ids([cut, other, rebuilt])).toEqual(['other', 'rebuilt']);
    expect(ids([cut, other], base)).toEqual(['cut', 'other']);
    expect(ids([{ ...cut, group: 'g' }, { ...other, group: 'g' }, rebuilt])).toEqual(['rebuilt']);
  });
});
