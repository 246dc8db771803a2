import { perSession } from '../../state/per-session.ts';
import type { SectionId } from './sections.ts';

const drafts = perSession<unknown>(null);
const unsaved = new Set<SectionId>();

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
  const draft = drafts.get(section);
  if (draft === null) unsaved.delete(section);
  else unsaved.add(section);
  if (unsaved.size > 0) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
