import { useQueryClient } from '@tanstack/react-query';
import { refreshSession, useElsewhere } from '../../queries/session-events.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Says that another tab or device changed this session. Nothing moves until one asks for it. */
export function ElsewhereNotice({ session, branching, onBranch }: { session: string; branching: boolean; onBranch: () => void }) {
  const client = useQueryClient();
  const { changed, messages } = useElsewhere(session);
  if (!changed) return null;
  return (
    <div className="px-4 pt-2">
      <Notice
        alert
        className="mx-auto max-w-3xl"
        actions={
          <>
            <Button small kind="primary" label="Refresh" onClick={() => refreshSession(client, session)} />
            <Button
              small
              label={branching ? 'Next message branches' : 'Branch mine'}
              disabled={branching}
              onClick={onBranch}
              title="Your next message goes on from what you see, on a branch of its own"
            />
          </>
        }
      >
        Session updated elsewhere{messages > 0 ? ` (${messages} new)` : ''}. What you are writing is kept.
      </Notice>
    </div>
  );
}
