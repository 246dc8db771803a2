import type { SettingsDiff } from '@tenfold/contract';
import type { Json } from '@tenfold/core';
import { useEffect, useState } from 'react';
import { fieldProblems } from '../../../api/problem.ts';
import { useImportSettings } from '../../../queries/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { TextDiff } from '../../../ui/text-diff.tsx';
import { toastProblem } from '../../../ui/toast.tsx';
import { FieldProblemList } from '../field-problem-list.tsx';
import { noteSaved } from '../saved.tsx';
import { diffWords, parsedFile, valueText } from './settings-diff.ts';

/** Shows what a settings file would change; only then is it taken over. */
export function ImportSettings({ name, text, onClose }: { name: string; text: string; onClose: () => void }) {
  const { mutateAsync } = useImportSettings();
  const [diff, setDiff] = useState<SettingsDiff | null>(null);
  const [error, setError] = useState<unknown>(null);
  const file = parsedFile(text);
  useEffect(() => {
    if (file === null) return setError(new Error(`${name} is not JSON. Nothing was changed.`));
    mutateAsync({ file: file as Json, dryRun: true }).then(setDiff, setError);
    // A file is looked at once.
  }, [text]);
  const take = async () => {
    try {
      await mutateAsync({ file: file as Json, dryRun: false });
      noteSaved(`${name} imported`);
      onClose();
    } catch (problem) {
      toastProblem(problem);
    }
  };
  const wrong = fieldProblems(error);
  const nothing = diff !== null && diff.added.length + diff.changed.length === 0;
  return (
    <Dialog
      wide
      onClose={onClose}
      title={`Import ${name}?`}
      description={diff === null ? 'Nothing was imported.' : `${diffWords(diff)}. Nothing has been imported yet.`}
      footer={
        <>
          <Button label="Cancel" onClick={onClose} />
          <Button kind="primary" label="Import settings" disabled={diff === null || nothing} onClick={() => void take()} />
        </>
      }
    >
      {error !== null &&
        (Object.keys(wrong).length > 0 ? <FieldProblemList problems={wrong} /> : <ProblemNotice error={error} />)}
      {error === null && diff === null && <Spinner label="Comparing…" />}
      {nothing && <p className="pb-3 text-sm">Everything in this file is already set this way.</p>}
      {diff !== null && <Changes diff={diff} />}
    </Dialog>
  );
}

function Changes({ diff: { added, changed, notes = [] } }: { diff: SettingsDiff }) {
  return (
    <ul className="grid gap-3 pb-3 text-sm">
      {notes.map((note) => (
        <li key={note}>
          <span className="font-medium text-critical">Key</span> {note}
        </li>
      ))}
      {added.map((what) => (
        <li key={what}>
          <span className="font-medium text-normal">New</span> {what}
        </li>
      ))}
      {changed.map(({ what, from, to }) => (
        <li key={what} className="grid gap-1">
          <span>
            <span className="font-medium text-warning">Changed</span> {what}
          </span>
          <TextDiff label={`What changes in ${what}`} before={valueText(from)} after={valueText(to)} />
        </li>
      ))}
    </ul>
  );
}
