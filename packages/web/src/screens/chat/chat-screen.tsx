import { useParams } from '@tanstack/react-router';
import { useSession } from '../../queries/session.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Chat } from './chat.tsx';
import { ChatList } from './chat-list.tsx';
import { useWentElsewhere } from './use-went-elsewhere.ts';

/** The conversation of the address. */
export function ChatScreen() {
  const { session: id } = useParams({ from: '/s/$session' });
  const { data: session, error, refetch } = useSession(id);
  const wentElsewhere = useWentElsewhere(id);
  if (session !== undefined)
    return (
      <div className="flex h-full">
        <ChatList current={id} />
        <div className="min-w-0 flex-1">
          <Chat key={id} session={session} wentElsewhere={wentElsewhere} />
        </div>
      </div>
    );
  return (
    <div className="p-6">
      {error === null ? <Spinner label="Opening…" /> : <ProblemNotice error={error} onRetry={() => void refetch()} />}
    </div>
  );
}
