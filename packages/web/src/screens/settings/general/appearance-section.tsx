import { type Theme, useTheme } from '../../../shell/theme.ts';
import { Field } from '../../../ui/field.tsx';
import { Segments } from '../form/segments.tsx';
import { noteSaved } from '../saved.tsx';

const NAMES: Readonly<Record<Theme, string>> = { system: 'System', light: 'Light', dark: 'Dark' };

/** How the app looks on this device. */
export function AppearanceSection() {
  const [theme, choose] = useTheme();
  return (
    <Field label="Theme" help="Saved in this browser only. “System” follows the light or dark mode of your device.">
      <Segments
        label="Theme"
        value={theme}
        options={NAMES}
        onChange={(next) => {
          choose(next);
          noteSaved(`Theme: ${NAMES[next]}`, async () => choose(theme));
        }}
      />
    </Field>
  );
}
