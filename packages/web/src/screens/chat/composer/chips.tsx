import type { ClientAttachment } from '@tenfold/contract';
import { expandPastes, type LongText, markOf, typeInto } from '@tenfold/core';
import { ClipboardPaste, FileText, X } from 'lucide-react';
import { bytes, counted, short } from '../../../ui/figures.ts';
import { joined } from '../../../ui/joined.ts';
import { Popover } from '../../../ui/popover.tsx';
import { ScrollText } from '../../../ui/scroll-text.tsx';
import { useDraft } from './draft.ts';
import type { DraftTokens } from './draft-tokens.ts';
import type { FileWeight } from './file-weights.ts';

/** What goes with the words of a draft: its long pastes, each under its mark, and its files, each with what it weighs. */
export function Chips({ tokens }: { tokens: DraftTokens }) {
  const [{ composition, files }, change] = useDraft();
  if (composition.pastes.length === 0 && files.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-1.5 px-3 pt-2.5">
      {composition.pastes.map((paste) => (
        <PasteChip
          key={paste.number}
          paste={paste}
          weight={tokens.pastes[markOf(paste)]}
          onRemove={() =>
            change((now) => ({ ...now, composition: typeInto(now.composition, paste.at, paste.at + markOf(paste).length, '') }))
          }
        />
      ))}
      {files.map((file, index) => (
        <FileChip
          key={file.name + file.bytes}
          file={file}
          weight={tokens.files[index]}
          onRemove={() => change((now) => ({ ...now, files: now.files.filter((one) => one !== file) }))}
        />
      ))}
    </div>
  );
}

/** A long paste; the whole text is a click away. */
function PasteChip({ paste, weight, onRemove }: { paste: LongText; weight: number | undefined; onRemove: () => void }) {
  const mark = markOf(paste);
  return (
    <span className="inline-flex items-center rounded-lg border border-line bg-sunken text-xs">
      <Popover
        title={mark}
        side="top"
        trigger={
          <button type="button" className="inline-flex min-h-7 items-center gap-1.5 rounded-l-lg px-2 hover:bg-accent-soft">
            <ClipboardPaste className="size-3.5 text-ink-faint" aria-hidden="true" />
            <span className="font-mono">{mark}</span>
            <span className="text-ink-faint tabular-nums">
              {weight === undefined ? counted(paste.text.length, 'character') : `${short(weight)} tokens`}
            </span>
          </button>
        }
      >
        <p className="mb-2 text-ink-soft text-xs">It is sent in full where its mark stands.</p>
        <ScrollText text={expandPastes({ text: mark, pastes: [{ ...paste, at: 0 }], next: 0 })} label={mark} mono />
      </Popover>
      <Remove name={mark} onRemove={onRemove} />
    </span>
  );
}

/** A file, with what it weighs or why the model would not take it. */
function FileChip({ file, weight, onRemove }: { file: ClientAttachment; weight: FileWeight | undefined; onRemove: () => void }) {
  return (
    <span
      className={joined(
        'inline-flex min-w-0 items-center gap-1.5 rounded-lg border bg-sunken pl-2 text-xs',
        weight?.refused ? 'border-critical/50' : 'border-line',
      )}
    >
      <FileText className="size-3.5 shrink-0 text-ink-faint" aria-hidden="true" />
      {weight?.refused ? (
        <span className="min-w-0 py-1 text-critical">{weight.refused}</span>
      ) : (
        <>
          <span className="max-w-48 truncate">{file.name}</span>
          <span className="text-ink-faint tabular-nums">{weightWords(file, weight)}</span>
        </>
      )}
      <Remove name={file.name} onRemove={onRemove} />
    </span>
  );
}

function weightWords({ bytes: size, dataUrl }: ClientAttachment, weight: FileWeight | undefined): string {
  if (dataUrl === undefined) return `${bytes(size)}, too large to send: only its name goes`;
  return weight === undefined ? bytes(size) : `${bytes(size)}, ${short(weight.tokens)} tokens`;
}

function Remove({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      aria-label={`Remove ${name}`}
      onClick={onRemove}
      className="inline-flex size-7 shrink-0 items-center justify-center rounded-r-lg text-ink-faint hover:bg-critical-soft hover:text-critical"
    >
      <X className="size-3.5" aria-hidden="true" />
    </button>
  );
}
