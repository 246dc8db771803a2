import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
  useParams,
} from '@tanstack/react-router';
import { isSection } from './screens/settings/sections.ts';
import { NoSuchPlace } from './shell/no-such-place.tsx';
import { CodeMissing, ScreenFailed } from './shell/screen-failed.tsx';
import { Shell } from './shell/shell.tsx';
import { InSession } from './state/session-id.ts';

const root = createRootRoute({ component: Shell, notFoundComponent: () => <NoSuchPlace /> });

/** A screen whose code is fetched when it is first shown, or while nothing else is to do. */
function screen<Screens extends Record<string, unknown>>(load: () => Promise<Screens>, name: keyof Screens & string) {
  const loaded = () =>
    load().catch((error) => {
      throw new CodeMissing(error);
    });
  return lazyRouteComponent(loaded as () => Promise<Record<string, never>>, name);
}

type Read = { string: string; number: number; boolean: boolean };

/** What an address may say: fields of these types; what is of another, and a flag that is not set, is left out. */
function searchFields<const Fields extends Readonly<Record<string, keyof Read>>>(fields: Fields) {
  return (search: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(search).filter(([name, value]) => value !== false && typeof value === fields[name])) as {
      [Name in keyof Fields]?: Read[Fields[Name]] | undefined;
    };
}

const sessions = createRoute({
  getParentRoute: () => root,
  path: '/',
  // What is looked for may read as a number.
  validateSearch: ({ q, ...search }: Record<string, unknown>) => ({
    ...searchFields({ project: 'string', archived: 'boolean' })(search),
    ...searchFields({ q: 'string' })({ q: typeof q === 'number' ? String(q) : q || undefined }),
  }),
  component: screen(() => import('./screens/sessions/sessions-screen.tsx'), 'SessionsScreen'),
});
const session = createRoute({
  getParentRoute: () => root,
  path: '/s/$session',
  component: function SessionScreens() {
    return (
      <InSession value={useParams({ from: '/s/$session' }).session}>
        <Outlet />
      </InSession>
    );
  },
});
const chat = createRoute({
  getParentRoute: () => session,
  path: '/',
  // The position of a message to show, as a link from a search has it.
  validateSearch: searchFields({ entry: 'string', at: 'number' }),
  component: screen(() => import('./screens/chat/chat-screen.tsx'), 'ChatScreen'),
});
const inspector = createRoute({
  getParentRoute: () => session,
  path: 'inspector',
  // The answer of a request that was sent; the next request without one.
  validateSearch: searchFields({ request: 'string', group: 'string' }),
  component: screen(() => import('./screens/inspector/inspector-screen.tsx'), 'InspectorScreen'),
});
const timeline = createRoute({
  getParentRoute: () => session,
  path: 'timeline',
  validateSearch: searchFields({ at: 'string' }),
  component: screen(() => import('./screens/timeline/timeline-screen.tsx'), 'TimelineScreen'),
});
const lab = createRoute({
  getParentRoute: () => session,
  path: 'lab',
  validateSearch: searchFields({ target: 'number' }),
  component: screen(() => import('./screens/lab/lab-screen.tsx'), 'LabScreen'),
});
const traffic = createRoute({
  getParentRoute: () => root,
  path: '/traffic',
  validateSearch: searchFields({ request: 'string', group: 'string' }),
  component: screen(() => import('./screens/traffic/traffic-screen.tsx'), 'TrafficScreen'),
});
const metrics = createRoute({
  getParentRoute: () => root,
  path: '/metrics-summary',
  validateSearch: searchFields({ days: 'number' }),
  component: screen(() => import('./screens/metrics/metrics-screen.tsx'), 'MetricsScreen'),
});
const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect',
  component: screen(() => import('./screens/connect/connect-screen.tsx'), 'ConnectScreen'),
});
const allSettings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/settings/$section', params: { section: 'profiles' } });
  },
});
const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings/$section',
  beforeLoad: ({ params }) => {
    if (!isSection(params.section)) throw notFound();
  },
  component: screen(() => import('./screens/settings/settings-screen.tsx'), 'SettingsScreen'),
});

/** The app's places; every one is an address that can be shared and reloaded. */
export const router = createRouter({
  routeTree: root.addChildren([
    sessions,
    session.addChildren([chat, inspector, timeline, lab]),
    traffic,
    metrics,
    connect,
    allSettings,
    settings,
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: ScreenFailed,
});

/** Fetches every screen once the first one is drawn, so that none waits later, or is missing when the server is away. */
export function fetchScreensWhenIdle(): void {
  const stop = router.subscribe('onRendered', () => {
    stop();
    const screens = [sessions, chat, inspector, timeline, lab, traffic, metrics, connect, settings];
    // What lies over the screens too: who types at once after opening the palette types into it.
    // And what draws the first answer.
    const overlays = () => [
      import('./shell/palette.tsx'),
      import('./shell/shortcut-help.tsx'),
      import('./markdown/markdown-body.tsx'),
    ];
    const fetchAll = () => void Promise.allSettled([...screens.map((one) => router.loadRouteChunk(one)), ...overlays()]);
    // Safari has no idle callback.
    const whenIdle = () =>
      'requestIdleCallback' in window ? requestIdleCallback(fetchAll, { timeout: 10_000 }) : setTimeout(fetchAll, 2_000);
    // A slow machine is idle, and draws frames, long before anything stands on its screen: only the paint itself tells.
    const watch = new PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
      watch.disconnect();
      whenIdle();
    });
    watch.observe({ type: 'paint', buffered: true });
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
