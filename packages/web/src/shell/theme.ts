import { appState } from '../state/per-session.ts';

/** Light, dark, or what the machine says. */
export type Theme = 'light' | 'dark' | 'system';

const KEY = 'tenfold.theme';
const kept = localStorage.getItem(KEY);
const theme = appState<Theme>(kept === 'light' || kept === 'dark' ? kept : 'system');

/** The chosen theme and a way to choose another. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  return [theme.use(), choose];
}

function choose(next: Theme): void {
  if (next === 'system') {
    localStorage.removeItem(KEY);
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem(KEY, next);
    document.documentElement.dataset.theme = next;
  }
  theme.set(next);
}
