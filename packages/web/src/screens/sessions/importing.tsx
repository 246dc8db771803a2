import { Link } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useImport as useImportFile } from '../../queries/sessions.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { counted } from '../../ui/figures.ts';
import { FilePicker } from '../../ui/file-picker.tsx';
import { sessionName } from '../../ui/names.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { type FileReport, importFiles, importWords } from './import-files.ts';
import { importProblem } from './import-problem.ts';

/** Imports files that were dropped or picked. */
export function useImports() {
  const { mutateAsync } = useImportFile();
  const [progress, setProgress] = useState<{ readonly done: number; readonly of: number } | null>(null);
  const [reports, setReports] = useState<readonly FileReport[] | null>(null);
  const under = useRef<AbortController>(null);
  return {
    progress,
    reports,
    close: () => setReports(null),
    cancel: () => under.current?.abort(),
    async start(files: readonly File[]) {
      if (files.length === 0) return;
      const cancelling = new AbortController();
      under.current = cancelling;
      const progress = (done: number) => setProgress({ done, of: files.length });
      const all = await importFiles(files, mutateAsync, { signal: cancelling.signal, progress });
      setProgress(null);
      setReports(all);
    },
  };
}

/** Opens the file picker; while files are read, says how far it is and lets one cancel. */
export function ImportButton({ importing: { progress, start, cancel } }: { importing: ReturnType<typeof useImports> }) {
  if (progress !== null)
    return (
      <span className="inline-flex items-center gap-3">
        <Spinner label={`Importing ${progress.done + 1} of ${progress.of}…`} />
        <Button label="Cancel" onClick={cancel} />
      </span>
    );
  return (
    <FilePicker
      label="Transcripts to import"
      multiple
      accept=".json,.jsonl,.txt"
      onFiles={(files) => void start(files)}
      button={(open) => (
        <Button
          icon={<Upload />}
          label="Import"
          onClick={open}
          title="Claude Code, Codex, ChatGPT, Cline, Roo, opencode or plain JSONL transcripts"
        />
      )}
    />
  );
}

/** Takes files that are dropped anywhere on it, and says so while they hover. */
export function DropZone({ onFiles, children }: { onFiles: (files: readonly File[]) => void; children: ReactNode }) {
  const [hovering, setHovering] = useState(false);
  const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; Import opens the same by keyboard.
    <div
      className="relative flex h-full min-h-0 flex-col"
      onDragOver={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setHovering(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setHovering(false);
      }}
      onDrop={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setHovering(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
      {hovering && (
        <div className="pointer-events-none absolute inset-3 z-30 flex flex-col items-center justify-center gap-2 rounded-2xl border-2 border-accent border-dashed bg-accent-soft/90 text-accent">
          <Upload className="size-8" aria-hidden="true" />
          <p className="font-medium">Drop to import</p>
        </div>
      )}
    </div>
  );
}

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
        <p className="text-critical text-sm">{importProblem(error)} Nothing of this file was imported.</p>
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
      <summary className="cursor-pointer text-ink-soft">{counted(skipped.length, 'record')} skipped</summary>
      <ul className="mt-1 max-h-48 overflow-auto rounded-lg bg-sunken p-2 text-xs">
        {skipped.slice(0, SHOWN).map(({ line, reason }) => (
          <li key={`${line} ${reason}`}>
            Line {line}: {reason}
          </li>
        ))}
        {skipped.length > SHOWN && <li>… and {skipped.length - SHOWN} more</li>}
      </ul>
    </details>
  );
}
