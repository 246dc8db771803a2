import { Link, type LinkProps, Outlet, useParams } from '@tanstack/react-router';
import { Activity, FlaskConical, GitBranch, Layers, List, MessageSquare, Settings } from 'lucide-react';
import type { ReactNode } from 'react';

/** The frame around every screen: a rail on the left, tabs at the bottom of a phone. */
export function Shell() {
  const { session } = useParams({ strict: false });
  return (
    <div className="flex h-full flex-col-reverse md:flex-row">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:left-2 focus:top-2 focus:z-50 focus:bg-surface focus:p-2"
      >
        Skip to content
      </a>
      <nav
        aria-label="Places"
        className="flex shrink-0 justify-around border-line border-t bg-surface md:w-16 md:flex-col md:justify-start md:gap-1 md:border-t-0 md:border-r md:py-3"
      >
        <Place label="Sessions" icon={<List />} link={{ to: '/' }} />
        {session !== undefined && (
          <>
            <Place label="Chat" icon={<MessageSquare />} link={{ to: '/s/$session', params: { session } }} />
            <Place label="Inspector" icon={<Layers />} link={{ to: '/s/$session/inspector', params: { session } }} />
            <Place label="Timeline" icon={<GitBranch />} link={{ to: '/s/$session/timeline', params: { session } }} />
            <Place label="Lab" icon={<FlaskConical />} link={{ to: '/s/$session/lab', params: { session } }} />
          </>
        )}
        <div className="hidden md:block md:flex-1" />
        <Place label="Metrics" icon={<Activity />} link={{ to: '/metrics-summary' }} />
        <Place label="Settings" icon={<Settings />} link={{ to: '/settings/$section', params: { section: 'models' } }} />
      </nav>
      <main id="main" className="min-h-0 min-w-0 flex-1 overflow-hidden">
        <Outlet />
      </main>
    </div>
  );
}

function Place({ label, icon, link }: { label: string; icon: ReactNode; link: LinkProps }) {
  return (
    <Link
      {...link}
      activeOptions={{ exact: true, includeSearch: false }}
      className="flex min-h-12 flex-col items-center justify-center gap-0.5 px-1 py-1 text-[0.65rem] text-ink-soft hover:text-ink md:mx-1.5 md:rounded-lg [&_svg]:size-5"
      activeProps={{ className: 'text-accent! md:bg-accent-soft', 'aria-current': 'page' }}
    >
      {icon}
      {label}
    </Link>
  );
}
