import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { SECTIONS, type SectionId } from './sections.ts';
import { useHasUnsaved } from './unsaved.ts';

/** The pages of the settings: a list at the side, a row to swipe through on a phone. */
export function SectionNav({ section, onChosen }: { section: string; onChosen: () => void }) {
  const list = useRef<HTMLElement>(null);
  // The page shown now is the one to bring into sight.
  useEffect(() => {
    list.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [section]);
  return (
    <nav
      ref={list}
      aria-label="Settings"
      className="flex shrink-0 gap-1 overflow-x-auto border-line border-b px-2 py-1.5 md:w-48 md:flex-col md:overflow-y-auto md:border-r md:border-b-0 md:py-3"
    >
      {SECTIONS.map(({ id, label, about }) => (
        <Link
          key={id}
          to="/settings/$section"
          params={{ section: id }}
          title={about}
          onClick={onChosen}
          className="flex min-h-9 shrink-0 items-center rounded-lg px-3 text-ink-soft text-sm hover:bg-sunken hover:text-ink"
          activeProps={{ className: 'bg-accent-soft font-medium text-accent!', 'aria-current': 'page' }}
        >
          {label}
          <Unsaved section={id} />
        </Link>
      ))}
    </nav>
  );
}

function Unsaved({ section }: { section: SectionId }) {
  if (!useHasUnsaved(section)) return null;
  return (
    <span title="Unsaved changes" className="ml-2 size-1.5 shrink-0 rounded-full bg-warning-fill ring-1 ring-warning">
      <span className="sr-only">unsaved changes</span>
    </span>
  );
}
