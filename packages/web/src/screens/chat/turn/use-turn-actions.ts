import type { QueryClient } from '@tanstack/react-query';
import type { Entry } from '@tenfold/contract';
import { messageText } from '@tenfold/core';
import { useMemo, useState } from 'react';
import { entryAt } from '../../../queries/thread.ts';
import { toastProblem } from '../../../ui/toast.tsx';
import { changeDraft, draftText, editDraft } from '../composer/draft.ts';
import type { Draft } from '../composer/written.ts';
import { send } from './send-turn.ts';

/** Ways to send something: new, at an earlier place, or the same question once more. */
export function useTurnActions(client: QueryClient, session: string, length: number) {
  const [branching, setBranching] = useState(false);
  return useMemo(() => {
    const at = (position: number) => entryAt(client, session, position);
    const edit = async (entry: Entry) => {
      const parent = entry.position === 0 ? null : (await at(entry.position - 1)).id;
      changeDraft(session, (draft) => editDraft(draft, messageText(entry), { position: entry.position, parent }));
    };
    return {
      branching,
      branch: () => setBranching(true),
      edit,
      async send(draft: Draft) {
        const text = draftText(draft);
        const place =
          draft.edits !== null
            ? { parent: draft.edits.parent }
            : branching && length > 0
              ? { parent: (await at(length - 1)).id }
              : {};
        setBranching(false);
        send(client, session, { text, ...place, ...(draft.files.length > 0 ? { attachments: draft.files } : {}) });
      },
      async regenerate(entry: Entry) {
        const ask = (question: Entry | null) =>
          send(client, session, { text: '', regenerate: true, ...(question === null ? {} : { parent: question.id }) });
        await lastQuestion(at, entry.position).then(ask, toastProblem);
      },
      async rewind() {
        const question = await lastQuestion(at, length);
        if (question !== null) await edit(question);
      },
    };
  }, [client, session, length, branching]);
}

/** The user's message that an answer belongs to. */
async function lastQuestion(at: (position: number) => Promise<Entry>, before: number): Promise<Entry | null> {
  for (let position = before - 1; position >= 0; position--) {
    const entry = await at(position);
    if (entry.role === 'user') return entry;
  }
  return null;
}
