import { askBeforeLeaving } from '../../state/ask-before-leaving.ts';
import { perSession } from '../../state/per-session.ts';
import type { SectionId } from './sections.ts';

const drafts = perSession<unknown>(null);

/** What is written on a page of the settings and not saved yet. It waits while other pages are looked at; closing the tab asks first. */
export function useUnsaved<Draft>(section: SectionId): readonly [Draft | null, (draft: Draft | null) => void] {
  return [drafts.use(section) as Draft | null, (draft) => changeUnsaved(section, () => draft)];
}

/** Whether something on a page is not saved yet. */
export function useHasUnsaved(section: SectionId): boolean {
  return drafts.use(section) !== null;
}

/** Changes what is not saved yet, outside of components too. */
export function changeUnsaved<Draft>(section: SectionId, next: (draft: Draft | null) => Draft | null): void {
  drafts.set(section, (now) => next(now as Draft | null));
  askBeforeLeaving(`settings ${section}`, drafts.get(section) !== null);
}
