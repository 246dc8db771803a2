import type { Session } from '@tenfold/contract';
import { dayGroups } from './day-groups.ts';
import type { RowActions } from './row-actions.ts';
import { SessionRow } from './session-row.tsx';

/** Sessions under the day they were last used. */
export function SessionList({
  sessions,
  renaming,
  actions,
}: {
  sessions: readonly Session[];
  renaming: string | null;
  actions: RowActions;
}) {
  return dayGroups(sessions, new Date()).map(({ name, sessions: inDay }) => (
    <section key={name} aria-label={name} className="mb-4">
      <h2 className="px-3 pb-1 font-medium text-ink-faint text-xs">{name}</h2>
      <ul>
        {inDay.map((session) => (
          <SessionRow key={session.id} session={session} renaming={renaming === session.id} actions={actions} />
        ))}
      </ul>
    </section>
  ));
}
