import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import type { Run } from '@tenfold/contract';
import { Lock, WifiOff } from 'lucide-react';
import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { forgetToken, keepToken } from '../api/client.ts';
import type { Problem } from '../api/problem.ts';
import { useSessionEvents } from '../queries/follow-session.ts';
import { useReconnect } from '../queries/reconnect.ts';
import { useIsGone } from '../queries/session.ts';
import { useSetting, useSettings } from '../queries/settings.ts';
import { connection, onlyReads, signInWanted } from '../state/connection.ts';
import { announcement, foldWatches } from '../state/fold-watch.ts';
import { Button } from '../ui/button.tsx';
import { useScreenKeys } from '../ui/screen-keys.ts';
import { TextField } from '../ui/text-field.tsx';
import { Toasts, toast, toastProblem } from '../ui/toast.tsx';
import { NoSuchPlace } from './no-such-place.tsx';
import { PLACES } from './places.ts';
import { Rail } from './rail.tsx';

type Overlay = ComponentType<{ onClose: () => void }>;

const fetchPalette = async (): Promise<Overlay> => (await import('./palette.tsx')).Palette;
const fetchHelp = async (): Promise<Overlay> => (await import('./shortcut-help.tsx')).ShortcutHelp;

/** The frame around every screen: a rail on the left, tabs at the bottom of a phone, and what may lie over all of it. */
export function Shell() {
  const { session } = useParams({ strict: false });
  const [Shown, setShown] = useState<Overlay | null>(null);
  // Not lazy: React would hold what it suspended for back, and what is typed meanwhile would go elsewhere.
  const show = useCallback((fetched: Promise<Overlay>) => void fetched.then((found) => setShown(() => found), toastProblem), []);
  const palette = useCallback(() => show(fetchPalette()), [show]);
  const help = useCallback(() => show(fetchHelp()), [show]);
  const locked = signInWanted.use();
  // Asked for on every screen: it tells who may come in again.
  useSettings();
  const gone = useIsGone(session);
  const tabs = useLastSession(session, gone);
  useReconnect();
  useSessionEvents(session);
  useFoldNotices(session);
  useAppKeys(gone ? undefined : session, palette, help);
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={400}>
        <div className="flex h-full flex-col-reverse md:flex-row">
          <a
            href="#main"
            className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:bg-surface focus:p-2"
          >
            Skip to content
          </a>
          <Rail session={tabs} onPalette={palette} onHelp={help} />
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            <ConnectionBanner />
            <main id="main" className="min-h-0 flex-1 overflow-hidden">
              {locked ? (
                <TokenPrompt signIn={signInOf(locked)} />
              ) : gone ? (
                <NoSuchPlace title="There is no such conversation" />
              ) : (
                <Outlet />
              )}
            </main>
          </div>
        </div>
        <LiveRegion />
        <Toasts />
        {Shown !== null && <Shown onClose={() => setShown(null)} />}
      </Tooltip.Provider>
    </CSPProvider>
  );
}

/** Keys that work everywhere: to go places, the palette, the help. */
function useAppKeys(session: string | undefined, palette: () => void, help: () => void): void {
  const navigate = useNavigate();
  const places = PLACES.map(({ key, link }) => {
    const to = link(session);
    return [`go ${key}`, () => to !== null && void navigate(to as Parameters<typeof navigate>[0])] as const;
  });
  useScreenKeys({ ...Object.fromEntries(places), 'mod k': palette, '?': help });
}

/** The session that is open, also while its screens make room for settings or metrics; the list of all leaves it, as does an address without one. */
function useLastSession(session: string | undefined, gone: boolean): string | undefined {
  const last = useRef<string>(undefined);
  const isList = useLocation().pathname === '/';
  last.current = isList || gone ? undefined : (session ?? last.current);
  return last.current;
}

/** Where people sign in, if the server says so: an address of its own and no other. */
function signInOf({ facts }: Problem): string | null {
  const { signIn } = facts;
  return typeof signIn === 'string' && /^\/auth\//.test(signIn) ? signIn : null;
}

/** The one place that speaks by itself: condensing starts, condensing ended. */
function LiveRegion() {
  return (
    <output aria-live="polite" className="sr-only" data-testid="live-region">
      {announcement.use()}
    </output>
  );
}

/** Says that the server is away, or takes nothing in, for as long as that is so. */
function ConnectionBanner() {
  const why = onlyReads.use();
  if (!connection.use())
    return <Banner icon={<WifiOff />}>Tenfold is not answering. What you type is kept; this page reconnects by itself.</Banner>;
  if (why === null) return null;
  if (why === 'damaged')
    return (
      <Banner icon={<Lock />}>
        Read only: what is stored in this home is damaged. What can be read can be exported; a copy as it was found is in the home
        folder. Stop Tenfold and put a backup in place with <code className="whitespace-nowrap font-mono">tenfold restore</code>.
      </Banner>
    );
  return (
    <Banner icon={<Lock />}>
      Read only: the disk of this home is full or read-only. Everything can be read, searched and exported; nothing can be sent or
      changed. Free some space and start Tenfold again.
    </Banner>
  );
}

function Banner({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div
      role="status"
      className="flex justify-center gap-2 bg-warning-soft px-4 py-1.5 text-sm [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {icon}
      <span className="text-balance">{children}</span>
    </div>
  );
}

/** Notifies of a condensed context those who do not look at the chat, unless notifications are off. */
function useFoldNotices(session: string | undefined): void {
  const { run } = foldWatches.use(session ?? '');
  const place = useLocation({ select: ({ pathname }) => pathname });
  const notified = useRef<string | null>(null);
  const wanted = useSetting('notifications') !== false;
  useEffect(() => {
    if (run === null || run.id === notified.current) return;
    notified.current = run.id;
    if (wanted && run.active) notify(run, place === `/s/${session}`);
  }, [run, wanted, place, session]);
}

/** In the chat the divider says it already. */
function notify(run: Run, inChat: boolean): void {
  if (document.hidden && 'Notification' in window && Notification.permission === 'granted') new Notification(run.divider);
  else if (!inChat) toast(run.divider, { description: run.text });
}

/** Asks who is there, where the server wants to know: by signing in where that is possible, or by a token. */
function TokenPrompt({ signIn }: { signIn: string | null }) {
  const client = useQueryClient();
  const [token, setToken] = useState('');
  return (
    <form
      className="mx-auto mt-[15dvh] grid max-w-md gap-3 p-6"
      onSubmit={(event) => {
        event.preventDefault();
        keepToken(token.trim());
        void client.resetQueries();
      }}
    >
      <h1 className="font-semibold text-lg">{signIn === null ? 'This server asks for a token' : 'Sign in'}</h1>
      {signIn !== null && (
        <a
          href={signIn}
          onClick={forgetToken}
          className="rounded-lg bg-accent px-3 py-2 text-center font-medium text-on-accent outline-offset-2 hover:opacity-90"
        >
          Sign in
        </a>
      )}
      <p className="text-ink-soft text-sm">
        {signIn === null
          ? 'It was printed when Tenfold started, or set as TENFOLD_TOKEN. It is kept for this tab only.'
          : 'Or use a token. It is kept for this tab only.'}
      </p>
      <TextField label="Token" type="password" autoComplete="off" value={token} onChange={setToken} />
      <Button kind={signIn === null ? 'primary' : 'plain'} label="Continue" type="submit" disabled={token.trim() === ''} />
    </form>
  );
}
