import { useSessions } from '../../queries/sessions.ts';
import { whole } from '../../ui/figures.ts';
import { sessionName } from '../../ui/names.ts';
import { Select } from '../../ui/select.tsx';
import { chosenSession, useChosenSession } from './chosen-session.ts';

/** Which conversation to try things on. Nothing in it is changed. */
export function SessionPicker({ label }: { label: string }) {
  const { data: sessions = [] } = useSessions();
  const session = useChosenSession();
  if (session === undefined)
    return <p className="text-ink-soft text-sm">There is no conversation yet to try this on. Start or import one first.</p>;
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <span className="text-ink-soft">{label}</span>
      <Select
        label={label}
        className="max-w-80"
        value={session.id}
        choices={sessions
          .filter(({ entries }) => entries > 0)
          .map(({ id, title, lastMessage, entries, status }) => ({
            value: id,
            label: sessionName({ title, lastMessage }),
            hint: `${whole(entries)} messages${status === undefined ? '' : `, ${whole(status.used)} tokens`}`,
          }))}
        onChange={chosenSession.set}
      />
    </div>
  );
}
