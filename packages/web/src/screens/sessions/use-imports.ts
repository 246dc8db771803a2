import { useRef, useState } from 'react';
import { useImport as useImportFile } from '../../queries/sessions.ts';
import { type FileReport, importFiles } from './import-files.ts';

/** Importing: how far it is, what came of it. */
export interface Import {
  readonly progress: { readonly done: number; readonly of: number } | null;
  readonly reports: readonly FileReport[] | null;
  start(files: readonly File[]): Promise<void>;
  cancel(): void;
  close(): void;
}

/** Imports files that were dropped or picked. */
export function useImports(): Import {
  const { mutateAsync } = useImportFile();
  const [progress, setProgress] = useState<Import['progress']>(null);
  const [reports, setReports] = useState<Import['reports']>(null);
  const under = useRef<AbortController>(null);
  return {
    progress,
    reports,
    close: () => setReports(null),
    cancel: () => under.current?.abort(),
    async start(files) {
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
