import { FileText, X } from 'lucide-react';
import { bytes } from '../../../ui/money.ts';
import type { SentFile } from '../turn/live-turn.ts';

/** Files that go with the message. */
export function FileChips({ files, onRemove }: { files: readonly SentFile[]; onRemove: (file: SentFile) => void }) {
  return files.map((file) => (
    <span
      key={file.name + file.bytes}
      className="inline-flex items-center gap-1.5 rounded-lg border border-line bg-sunken pl-2 text-xs"
    >
      <FileText className="size-3.5 text-ink-faint" aria-hidden="true" />
      <span className="max-w-48 truncate">{file.name}</span>
      <span className="text-ink-faint">
        {bytes(file.bytes)}
        {file.dataUrl === undefined && ', too large to send: only its name goes'}
      </span>
      <button
        type="button"
        aria-label={`Remove ${file.name}`}
        onClick={() => onRemove(file)}
        className="inline-flex size-7 items-center justify-center rounded-r-lg text-ink-faint hover:bg-critical-soft hover:text-critical"
      >
        <X className="size-3.5" aria-hidden="true" />
      </button>
    </span>
  ));
}
