import type { LabColumn } from '@tenfold/contract';
import { type SavedPreset, SavePreset } from '../../presets/save-preset.tsx';
import { usePresets } from '../../queries/presets.ts';
import { useStrategyConfig } from '../../queries/settings.ts';
import { toast, toastProblem } from '../../ui/toast.tsx';

/** Keeps a column's strategy and config under a name of one's own. */
export function SaveColumn({ column, onClose }: { column: LabColumn; onClose: () => void }) {
  const { data: presets } = usePresets();
  const preset = column.kind === 'preset' ? presets?.find(({ id }) => id === column.id) : undefined;
  const strategy = preset?.strategy ?? column.id;
  const { data: own } = useStrategyConfig(strategy, column.kind === 'strategy');
  const config = preset?.config ?? own;
  if (config === undefined) return null;
  return (
    <SavePreset
      strategy={strategy}
      config={config}
      name={`${column.name} (mine)`}
      description={`From the lab: ${column.name}`}
      onSaved={tellSaved}
      onClose={onClose}
    />
  );
}

function tellSaved({ name, undo }: SavedPreset): void {
  toast(`Saved “${name}”`, {
    description: 'It stands among the presets in settings and in this lab.',
    action: { label: 'Undo', run: () => void undo().then(() => toast(`“${name}” is gone again`), toastProblem) },
  });
}
