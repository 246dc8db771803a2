import { Monitor, Moon, Sun } from 'lucide-react';
import { type Theme, useTheme } from './theme.ts';

const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };
const ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

/** Goes through light, dark and the machine's own choice. */
export function ThemeToggle() {
  const [theme, choose] = useTheme();
  const Icon = ICONS[theme];
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
