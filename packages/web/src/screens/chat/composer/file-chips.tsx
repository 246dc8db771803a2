import type { ClientAttachment } from '@tenfold/contract';
import { FileText, X } from 'lucide-react';
import { bytes, short } from '../../../ui/figures.ts';
import { joined } from '../../../ui/joined.ts';
import type { FileWeight } from './file-weights.ts';

/** Files that go with the message, each with what it weighs, or why the model would not take it. */
export function FileChips({
  files,
  weights,
  onRemove,
}: {
  files: readonly ClientAttachment[];
  weights: readonly (FileWeight | undefined)[];
  onRemove: (file: ClientAttachment) => void;
}) {
  return files.map((file, index) => (
    <span
      key={file.name + file.bytes}
      className={joined(
        'inline-flex min-w-0 items-center gap-1.5 rounded-lg border bg-sunken pl-2 text-xs',
        weights[index]?.refused ? 'border-critical/50' : 'border-line',
      )}
    >
      <FileText className="size-3.5 shrink-0 text-ink-faint" aria-hidden="true" />
      {weights[index]?.refused ? (
        <span className="min-w-0 py-1 text-critical">{weights[index].refused}</span>
      ) : (
        <>
          <span className="max-w-48 truncate">{file.name}</span>
          <span className="text-ink-faint tabular-nums">{weightWords(file, weights[index])}</span>
        </>
      )}
      <button
        type="button"
        aria-label={`Remove ${file.name}`}
        onClick={() => onRemove(file)}
        className="inline-flex size-7 shrink-0 items-center justify-center rounded-r-lg text-ink-faint hover:bg-critical-soft hover:text-critical"
      >
        <X className="size-3.5" aria-hidden="true" />
      </button>
    </span>
  ));
}

function weightWords({ bytes: size, dataUrl }: ClientAttachment, weight: FileWeight | undefined): string {
  if (dataUrl === undefined) return `${bytes(size)}, too large to send: only its name goes`;
  return weight === undefined ? bytes(size) : `${bytes(size)}, ${short(weight.tokens)} tokens`;
}
