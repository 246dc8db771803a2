import { keepPreviousData } from '@tanstack/react-query';
import { api } from '@tenfold/contract';
import { useDeferredValue, useState } from 'react';
import { call } from '../../api/client.ts';
import { useFetched, useSessionChange } from '../../queries/fetched.ts';
import { keys } from '../../queries/keys.ts';
import { useSessionId } from '../../state/session-id.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { whole } from '../../ui/figures.ts';
import { sessionName } from '../../ui/names.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { LongText } from './thread/long-text.tsx';

/** What other sessions are about; one of them can be brought into this one. */
export function MemoriesDialog({ onClose }: { onClose: () => void }) {
  const session = useSessionId();
  const [q, setQ] = useState('');
  const { data, error } = useMemories(useDeferredValue(q));
  const bring = useBringMemory();
  const others = (data ?? []).filter(({ sessionId }) => sessionId !== session);
  return (
    <Dialog
      onClose={onClose}
      wide
      title="Add what another chat knows"
      description="How it began, what came of it and where it stands are added here as a message. The other chat is not changed."
    >
      <div className="grid gap-3 pb-3">
        <SearchField label="Search memories" value={q} onChange={setQ} />
        {error !== null && <ProblemNotice error={error} />}
        {data !== undefined && others.length === 0 && (
          <p className="py-4 text-center text-ink-soft text-sm">
            {q.trim() === '' ? 'There is no other chat with anything in it yet.' : 'No other chat matches.'}
          </p>
        )}
        {others.map(({ id, sessionId, title, text, tokens }) => (
          <article key={id} className="rounded-xl border border-line p-3 text-sm">
            <header className="mb-1 flex items-center gap-2">
              <h3 className="min-w-0 flex-1 truncate font-medium">{sessionName({ title })}</h3>
              <span className="text-ink-faint text-xs tabular-nums">{whole(tokens)} tokens</span>
              <Button
                small
                label="Bring in"
                disabled={bring.isPending}
                onClick={() => bring.mutate(sessionId, { onSuccess: onClose })}
              />
            </header>
            <div className="max-h-40 overflow-y-auto text-ink-soft">
              <LongText text={text} />
            </div>
          </article>
        ))}
      </div>
    </Dialog>
  );
}

/** Memories of sessions, newest first, or those that match. */
function useMemories(q: string) {
  const ask = async () => (await call(api.memories.list, { query: q === '' ? {} : { q } })).memories;
  return useFetched([...keys.memories, q], ask, { placeholderData: keepPreviousData });
}

/** Brings another session's memory into this one. */
function useBringMemory() {
  return useSessionChange((session, from: string) => call(api.memories.bring, { session, body: { from } }), keys.session, {
    onSuccess: () => toast('Brought in as a message'),
  });
}
