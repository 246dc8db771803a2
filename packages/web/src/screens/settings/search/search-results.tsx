import { Link } from '@tanstack/react-router';
import { sectionOf } from '../sections.ts';
import type { Findable } from './find-settings.ts';

/** What was found, each a way to its place. */
export function SearchResults({ query, found, onChosen }: { query: string; found: readonly Findable[]; onChosen: () => void }) {
  if (found.length === 0)
    return (
      <p className="p-6 text-ink-soft text-sm">No setting matches “{query}”. Try another word, or look through the pages.</p>
    );
  return (
    <section aria-label="Search results" className="mx-auto max-w-3xl p-4">
      <p role="status" className="px-3 pb-2 text-ink-soft text-sm">
        {found.length === 1 ? '1 setting' : `${found.length} settings`}
      </p>
      <ul className="grid gap-1">
        {found.map((one) => (
          <li key={`${one.section} ${one.anchor ?? ''}`}>
            <Link
              to="/settings/$section"
              params={{ section: one.section }}
              {...(one.anchor === undefined ? {} : { hash: one.anchor })}
              onClick={onChosen}
              className="block rounded-xl px-3 py-2 hover:bg-surface focus-visible:bg-surface"
            >
              <span className="font-medium text-sm">{one.title}</span>
              <span className="text-ink-faint text-xs"> · {sectionOf(one.section).label}</span>
              <span className="block text-ink-soft text-sm">{one.help}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
