import { Link } from '@tanstack/react-router';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { counted } from '../../ui/figures.ts';
import { sessionName } from '../../ui/names.ts';
import { type FileReport, importWords } from './import-files.ts';
import { importProblem } from './import-problem.ts';

const SHOWN = 50;

/** What became of every file: what was made of it, what was left out and why. */
export function ImportReport({ reports, onClose }: { reports: readonly FileReport[] | null; onClose: () => void }) {
  const skips = (reports ?? []).some(({ result }) => (result?.skipped.length ?? 0) > 0);
  return (
    <Dialog
      open={reports !== null}
      onClose={onClose}
      title={importWords(reports ?? [])}
      {...(skips ? { description: 'What could not be read was skipped; the rest of the file is here.' } : {})}
      footer={<Button label="Close" onClick={onClose} />}
    >
      <ul className="grid gap-4">
        {(reports ?? []).map((report, index) => (
          <FileResult key={index} report={report} />
        ))}
      </ul>
    </Dialog>
  );
}

function FileResult({ report: { name, result, error } }: { report: FileReport }) {
  return (
    <li>
      <p className="break-all font-medium text-sm">{name}</p>
      {result === null ? (
        <p className="text-critical text-sm">{importProblem(error)} Nothing of this file was taken over.</p>
      ) : (
        <>
          <ul className="text-sm">
            {result.sessions.map(({ id, title, lastMessage, entries }) => (
              <li key={id}>
                <Link to="/s/$session" params={{ session: id }} className="text-accent underline-offset-2 hover:underline">
                  {sessionName({ title, lastMessage })}
                </Link>
                <span className="text-ink-soft"> · {counted(entries, 'message')}</span>
              </li>
            ))}
          </ul>
          <Skipped skipped={result.skipped} />
        </>
      )}
    </li>
  );
}

function Skipped({ skipped }: { skipped: readonly { readonly line: number; readonly reason: string }[] }) {
  if (skipped.length === 0) return null;
  return (
    <details className="mt-1 text-sm">
      <summary className="cursor-pointer text-ink-soft">
        {skipped.length === 1 ? '1 record skipped' : `${skipped.length} records skipped`}
      </summary>
      <ul className="mt-1 max-h-48 overflow-auto rounded-lg bg-sunken p-2 text-xs">
        {skipped.slice(0, SHOWN).map(({ line, reason }) => (
          <li key={`${line} ${reason}`} className="break-words">
            Line {line}: {reason}
          </li>
        ))}
        {skipped.length > SHOWN && <li>… and {skipped.length - SHOWN} more</li>}
      </ul>
    </details>
  );
}
