import { Link } from '@tanstack/react-router';
import type { RecoverableSession, Trouble } from '@tenfold/contract';
import { useState } from 'react';
import { useMe } from '../../queries/people.ts';
import { useKnowLoss, useRecover, useRecovery } from '../../queries/sessions.ts';
import { onlyReads } from '../../state/connection.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { when, whole } from '../../ui/figures.ts';
import { sessionName } from '../../ui/names.ts';
import { Notice } from '../../ui/notice.tsx';
import { ScrollText } from '../../ui/scroll-text.tsx';

/** What is damaged, and a prompt for every session that ended in the middle of something; of one session where one is looked at, with what its status says of damages. */
export function RecoveryPrompts({ session, damages = [] }: { session?: string; damages?: readonly string[] | undefined }) {
  const { data: { sessions, troubles } = { sessions: [], troubles: [] } } = useRecovery();
  const met = damages.map((what): Trouble => ({ session: session ?? null, what }));
  const damaged: readonly Trouble[] =
    session === undefined ? troubles : [...troubles.filter((trouble) => trouble.session === session), ...met];
  const ended = session === undefined ? sessions : sessions.filter((found) => found.session.id === session);
  return (
    <>
      {damaged.some(isLost) && <Lost whats={damaged.filter(isLost).map(({ what }) => what)} />}
      {!damaged.every(isLost) && (
        <Troubles troubles={damaged.filter((trouble) => !isLost(trouble))} isHere={session !== undefined} />
      )}
      {ended.map((found) => (
        <Prompt key={found.session.id} found={found} />
      ))}
    </>
  );
}

const isLost = ({ lost }: Trouble) => lost === true;

/** What is gone, until somebody who may says that they know of it: only a backup brings it back, and there may be none. */
function Lost({ whats }: { whats: readonly string[] }) {
  const { data: me } = useMe();
  const { mutate: know, isPending: busy } = useKnowLoss();
  const isReadOnly = onlyReads.use() !== null;
  return (
    <Notice
      tone="critical"
      className="mb-4"
      alert
      actions={
        me?.role === 'admin' && !isReadOnly && <Button small label="I know of it" disabled={busy} onClick={() => know()} />
      }
    >
      <p className="font-medium">Messages are missing</p>
      {whats.map((what) => (
        <p key={what} className="text-ink-soft">
          {what}
        </p>
      ))}
      <p className="text-ink-soft">
        Everything else is as it was stored. With such a backup, <code>tenfold restore FILE</code> puts it in place; stop Tenfold
        first.
      </p>
    </Notice>
  );
}

/** What is damaged, and the way back. Everything else goes on. A home that is open for reading only takes no single conversation: its banner says what to do. */
function Troubles({ troubles, isHere }: { troubles: readonly { session: string | null; what: string }[]; isHere: boolean }) {
  const isReadOnly = onlyReads.use() !== null;
  const [damaged, ...others] = new Set(troubles.flatMap(({ session }) => session ?? []));
  const areSeveral = others.length > 0;
  const command =
    damaged === undefined ? 'tenfold restore FILE' : `tenfold restore FILE --session ${areSeveral ? 'ID' : damaged}`;
  return (
    <Notice tone="critical" className="mb-4" alert>
      <p className="font-medium">Something stored is damaged</p>
      <ul className="list-inside list-disc text-ink-soft">
        {troubles.slice(0, 5).map(({ session, what }) => (
          <li key={`${session} ${what}`}>
            {session === null || isHere ? (
              what
            ) : (
              <Link to="/s/$session" params={{ session }} className="underline underline-offset-2 hover:text-ink">
                {what}
              </Link>
            )}
            {areSeveral && session !== null && (
              <>
                {' '}
                (ID <code className="break-all">{session}</code>)
              </>
            )}
          </li>
        ))}
      </ul>
      <p className="text-ink-soft">
        {troubles.length > 5 && `And ${troubles.length - 5} more. `}What is left can be read and exported; a copy as it was found
        is in the home folder.
        {!isReadOnly && (
          <>
            {' '}
            With a backup, <code>{command}</code>{' '}
            {damaged === undefined
              ? 'puts it in place; stop Tenfold first.'
              : 'brings the conversation back beside what is here.'}
          </>
        )}
      </p>
    </Notice>
  );
}

function Prompt({ found }: { found: RecoverableSession }) {
  const [viewing, setViewing] = useState(false);
  const [asking, setAsking] = useState(false);
  const { mutate: decide, isPending: busy } = useRecover(found.session.id);
  const { prompt, what, partial, session } = found;
  return (
    <Notice
      tone="warning"
      className="mb-4"
      actions={
        <>
          <Button small kind="primary" label="Resume" disabled={busy} onClick={() => decide('resume')} />
          <Button small label="View" onClick={() => setViewing(true)} />
          <Button
            small
            kind="quiet"
            label="Dismiss"
            disabled={busy}
            onClick={() => (partial === null ? decide('dismiss') : setAsking(true))}
          />
        </>
      }
    >
      <p className="font-medium">{prompt}</p>
      <p className="text-ink-soft">
        “{sessionName(session)}” ended abnormally. Resume recovers {what}.
      </p>
      <RecoveryView found={found} open={viewing} onClose={() => setViewing(false)} onResume={() => decide('resume')} />
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title="Leave the partial answer behind?"
        action="Dismiss"
        danger
        onConfirm={() => decide('dismiss')}
      >
        The conversation stays as it is, every message in it. The unfinished answer is not kept.
      </Confirm>
    </Notice>
  );
}

/** What Resume would bring back, to look at first. */
function RecoveryView({
  found: { session, checkpoint, what, partial },
  open,
  onClose,
  onResume,
}: {
  found: RecoverableSession;
  open: boolean;
  onClose: () => void;
  onResume: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={sessionName(session)}
      description={`Resume recovers ${what}. Everything before it is already safe.`}
      footer={
        <>
          <Link
            to="/s/$session"
            params={{ session: session.id }}
            className="inline-flex min-h-9 items-center rounded-lg px-3 text-ink-soft text-sm hover:bg-sunken hover:text-ink"
          >
            Open as it is
          </Link>
          <Button kind="primary" label="Resume" onClick={onResume} />
        </>
      }
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <dt className="text-ink-soft">Messages</dt>
        <dd>{whole(session.entries)}</dd>
        <dt className="text-ink-soft">Latest checkpoint</dt>
        <dd>
          {checkpoint === null
            ? 'none yet; the messages themselves are kept'
            : `${checkpoint.label} · ${when(checkpoint.createdAt)}`}
        </dd>
      </dl>
      {partial !== null && (
        <figure className="mt-3">
          <figcaption className="text-ink-soft text-sm">The answer so far</figcaption>
          <ScrollText text={partial} label="The answer so far" className="mt-1 max-h-64" />
        </figure>
      )}
    </Dialog>
  );
}
