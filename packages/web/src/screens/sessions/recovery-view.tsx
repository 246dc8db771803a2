import { Link } from '@tanstack/react-router';
import type { RecoverableSession } from '@tenfold/contract';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { whole } from '../../ui/numbers.ts';
import { ScrollText } from '../../ui/scroll-text.tsx';
import { sessionName } from '../../ui/session-name.ts';
import { when } from '../../ui/time.ts';

/** What Resume would bring back, to look at first. */
export function RecoveryView({
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
          <Button kind="primary" onClick={onResume}>
            Resume
          </Button>
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
