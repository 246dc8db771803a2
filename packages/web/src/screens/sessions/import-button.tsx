import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Import } from './use-imports.ts';

/** Opens the file picker; while files are read, says how far it is and lets one cancel. */
export function ImportButton({ importing: { progress, start, cancel } }: { importing: Import }) {
  const picker = useRef<HTMLInputElement>(null);
  if (progress !== null)
    return (
      <span className="inline-flex items-center gap-3">
        <Spinner label={`Importing ${progress.done + 1} of ${progress.of}…`} />
        <Button label="Cancel" onClick={cancel} />
      </span>
    );
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        accept=".json,.jsonl,.txt"
        className="hidden"
        data-testid="import-files"
        aria-label="Transcripts to import"
        onChange={(event) => {
          void start([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <Button
        icon={<Upload />}
        label="Import"
        onClick={() => picker.current?.click()}
        title="Claude Code, Codex, ChatGPT, Cline, Roo, opencode or plain JSONL transcripts"
      />
    </>
  );
}
