import { Link, useParams } from '@tanstack/react-router';
import {
  Activity,
  ArrowLeftRight,
  Command,
  FlaskConical,
  GitBranch,
  Keyboard,
  Layers,
  List,
  LogOut,
  type LucideIcon,
  MessageSquare,
  Monitor,
  Moon,
  Settings,
  Sun,
} from 'lucide-react';
import { isSignedIn, signOut } from '../api/client.ts';
import { useKeymap } from '../state/keymap.ts';
import { shownKeys } from '../ui/shown-keys.ts';
import { toastProblem } from '../ui/toast.tsx';
import { PLACES, type RailPlace } from './places.ts';
import { type Theme, useTheme } from './theme.ts';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  s: List,
  c: MessageSquare,
  i: Layers,
  t: GitBranch,
  l: FlaskConical,
  f: ArrowLeftRight,
  m: Activity,
  ',': Settings,
};

/** Places of all sessions together. */
const BELOW: ReadonlySet<string> = new Set(['f', 'm', ',']);

const ITEM =
  'flex min-h-12 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 px-0 py-1 text-[0.6rem] text-ink-soft tracking-tight md:px-0.5 md:text-[0.65rem] md:tracking-normal hover:text-ink md:mx-1.5 md:flex-none md:rounded-lg [&_svg]:size-5';

const ACTIVE = { className: 'text-accent! md:bg-accent-soft', 'aria-current': 'page' } as const;

/** The places of the app, and below them what helps to find one's way. */
export function Rail({ session, onPalette, onHelp }: { session: string | undefined; onPalette: () => void; onHelp: () => void }) {
  const first = PLACES.filter(({ key }) => !BELOW.has(key));
  const last = PLACES.filter(({ key }) => BELOW.has(key));
  return (
    <nav
      aria-label="Places"
      className="flex shrink-0 justify-around border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:w-18 md:flex-col md:justify-start md:gap-1 md:border-t-0 md:border-r md:py-3"
    >
      {first.map((place) => (
        <PlaceLink key={place.key} place={place} session={session} />
      ))}
      <div className="hidden md:block md:flex-1" />
      <button type="button" className={`${ITEM} hidden md:flex`} onClick={onPalette} title="Command palette (⌘K or Ctrl K)">
        <Command aria-hidden="true" />
        Commands
      </button>
      {last.map((place) => (
        <PlaceLink key={place.key} place={place} session={session} />
      ))}
      <ThemeToggle />
      <button
        type="button"
        className="hidden min-h-8 items-center justify-center text-ink-faint hover:text-ink md:mx-1.5 md:flex md:rounded-lg"
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts (?)"
        onClick={onHelp}
      >
        <Keyboard className="size-4.5" aria-hidden="true" />
      </button>
      {isSignedIn() && (
        <button type="button" className={ITEM} onClick={() => void signOut().catch(toastProblem)}>
          <LogOut aria-hidden="true" />
          Sign out
        </button>
      )}
    </nav>
  );
}

function PlaceLink({ place, session }: { place: RailPlace; session: string | undefined }) {
  const link = place.link(session);
  const Icon = ICONS[place.key] ?? List;
  const keys = useKeymap();
  const { section } = useParams({ strict: false });
  // The link leads to the first page of the settings; all of them are the same place.
  const here = place.key === ',' && section !== undefined ? ACTIVE : {};
  if (link === null) return null;
  return (
    <Link
      {...link}
      title={`${place.label} (${shownKeys(keys, `go ${place.key}`).join(' ')})`}
      activeOptions={{ exact: true, includeSearch: false }}
      inactiveProps={here}
      className={ITEM}
      activeProps={ACTIVE}
    >
      <Icon aria-hidden="true" />
      <span className="max-w-full truncate">{place.label}</span>
    </Link>
  );
}

const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };
const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

/** Goes through light, dark and the machine's own choice. */
function ThemeToggle() {
  const [theme, choose] = useTheme();
  const Icon = THEME_ICONS[theme];
  return (
    <button
      type="button"
      title={`Theme: ${theme}`}
      aria-label={`Theme: ${theme}. Switch to ${NEXT[theme]}`}
      onClick={() => choose(NEXT[theme])}
      className="hidden min-h-10 items-center justify-center text-ink-soft hover:text-ink md:mx-1.5 md:flex md:rounded-lg"
    >
      <Icon className="size-4.5" aria-hidden="true" />
    </button>
  );
}
