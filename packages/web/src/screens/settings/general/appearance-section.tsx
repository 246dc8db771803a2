import { type Theme, useTheme } from '../../../shell/theme.ts';
import { Segmented } from '../passes/segmented.tsx';
import { noteSaved } from '../saved.ts';

const NAMES: Readonly<Record<Theme, string>> = { system: 'As the machine', light: 'Light', dark: 'Dark' };

/** How the app looks on this device. */
export function AppearanceSection() {
  const [theme, choose] = useTheme();
  return (
    <Segmented
      label="Theme"
      help="Kept in this browser only. “As the machine” follows its light and dark."
      value={theme}
      options={NAMES}
      onChange={(next) => {
        choose(next);
        noteSaved(`Theme: ${NAMES[next]}`, async () => choose(theme));
      }}
    />
  );
}
