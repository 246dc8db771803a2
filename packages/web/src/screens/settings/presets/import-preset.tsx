import type { Preset } from '@tenfold/contract';
import { asJson } from '@tenfold/core';
import { useChangePreset, useImportPreset, useRemovePreset } from '../../../queries/presets.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextDiff } from '../../../ui/text-diff.tsx';
import { toastProblem } from '../../../ui/toast.tsx';
import { FieldProblemList } from '../field-problem-list.tsx';
import { noteSaved } from '../saved.tsx';
import { presetText, type ReadFile } from './preset-diff.ts';

/** Shows what a preset file holds, and what it would change, before it is taken over. */
export function ImportPreset({ name, read, onClose }: { name: string; read: ReadFile; onClose: () => void }) {
  const importing = useImportPreset();
  const { mutateAsync: change } = useChangePreset();
  const { mutateAsync: remove } = useRemovePreset();
  const replaces = read.ok ? read.replaces : null;
  const take = async (over: Preset | null) => {
    if (!read.ok) return;
    const { file } = read;
    try {
      if (over === null) {
        const { id } = await importing.mutateAsync(asJson(file));
        noteSaved(`Preset ${file.name} imported`, () => remove(id));
      } else {
        const { id, description, strategy, config } = over;
        await change({
          id,
          description: file.description ?? '',
          strategy: file.strategy,
          config: file.config as Preset['config'],
        });
        noteSaved(`Preset ${file.name} replaced`, () => change({ id, description, strategy, config }));
      }
      onClose();
    } catch (error) {
      toastProblem(error);
    }
  };
  return (
    <Dialog
      wide
      onClose={onClose}
      title={read.ok ? `Import “${read.file.name}”?` : `${name} cannot be imported`}
      description={read.ok ? explain(replaces) : 'Nothing was changed. Fix these fields in the file and import it again.'}
      footer={
        <>
          <Button label={read.ok ? 'Cancel' : 'Close'} onClick={onClose} />
          {read.ok && replaces !== null && <Button label="Import as a second one" onClick={() => void take(null)} />}
          {read.ok && (
            <Button
              kind="primary"
              label={replaces === null ? 'Import preset' : 'Replace it'}
              onClick={() => void take(replaces)}
            />
          )}
        </>
      }
    >
      {read.ok ? (
        <TextDiff
          label="What the import changes"
          before={replaces === null ? '' : presetText(replaces)}
          after={presetText(read.file)}
        />
      ) : (
        <FieldProblemList problems={read.problems} />
      )}
    </Dialog>
  );
}

function explain(replaces: Preset | null): string {
  return replaces === null
    ? 'It is new; this is what it holds. Nothing has been imported yet.'
    : 'You have one of this name. This is what would change; nothing has been imported yet.';
}
