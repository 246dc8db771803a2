import { type ClientAttachment, MESSAGE_LIMIT } from '@tenfold/contract';
import { ArrowUp, Paperclip, Square } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FilePicker } from '../../../ui/file-picker.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { joined } from '../../../ui/joined.ts';
import { toastProblem } from '../../../ui/toast.tsx';
import { Chips } from './chips.tsx';
import { useDraft } from './draft.ts';
import { Manner } from './manner.tsx';
import type { Writing } from './use-composition.ts';

/** Around the field: what goes with the words above it, attaching, stopping and sending below. Files may be dropped on it or pasted. */
export function ComposerFrame({
  accept,
  tokens,
  outlook,
  answering,
  busy,
  submit,
  onStop,
  children,
}: Writing & {
  /** Files its picker offers. */
  accept: string;
  busy: boolean;
  children: ReactNode;
}) {
  const [draft, change] = useDraft();
  const [dropping, setDropping] = useState(false);
  const attach = (files: Iterable<File>) =>
    void readFiles(files, draft.files).then(
      (read) => change((now) => ({ ...now, files: [...now.files, ...read] })),
      toastProblem,
    );
  const empty = draft.composition.text.trim() === '' && draft.files.length === 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a second way; the button is the first.
    <div
      // The field takes words; files stand beside them.
      onPasteCapture={(event) => {
        const { files } = event.clipboardData;
        if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return;
        event.preventDefault();
        attach([...files]);
      }}
      onDragOver={(event) => {
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={() => setDropping(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDropping(false);
        attach([...event.dataTransfer.files]);
      }}
      className={joined(
        'rounded-2xl border bg-surface shadow-sm focus-within:border-accent focus-within:ring-2 focus-within:ring-accent/20',
        dropping ? 'border-accent bg-accent-soft' : 'border-line-strong/50',
      )}
    >
      <Chips tokens={tokens} />
      {children}
      <div className="flex items-center gap-1 px-2 pb-2">
        <FilePicker
          label="Files to attach"
          multiple
          accept={accept}
          onFiles={attach}
          button={(open) => <IconButton label="Attach files" icon={<Paperclip />} onClick={open} />}
        />
        <Manner />
        <span className="flex-1 truncate px-1 text-ink-faint text-xs tabular-nums">{outlook}</span>
        {answering && (
          <Button small icon={<Square className="fill-current" />} label="Stop" onClick={onStop} title="Stop the answer (Esc)" />
        )}
        <button
          type="button"
          aria-label="Send"
          title="Send (Enter)"
          disabled={empty || busy}
          onClick={submit}
          className="inline-flex size-8 items-center justify-center rounded-full bg-accent text-on-accent transition-opacity disabled:opacity-30"
        >
          <ArrowUp className="size-4.5" aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}

/** Larger files are named, typed and sized, but not sent; so are those for which a message has no room any more. */
const MAX_BYTES = 8 * 1024 * 1024;
/** As base64, with words beside them, within what a message may have. */
const MAX_TOGETHER = 0.7 * MESSAGE_LIMIT;

/** Files as they go with a message that has some already. */
function readFiles(files: Iterable<File>, before: readonly ClientAttachment[]): Promise<readonly ClientAttachment[]> {
  let room = before.reduce((left, { bytes, dataUrl }) => left - (dataUrl === undefined ? 0 : bytes), MAX_TOGETHER);
  const read = [...files].map((file) => {
    const isSent = file.size <= Math.min(MAX_BYTES, room);
    if (isSent) room -= file.size;
    return readOne(file, isSent);
  });
  return Promise.all(read);
}

async function readOne(file: File, isSent: boolean): Promise<ClientAttachment> {
  const facts = { name: file.name || 'unnamed', mediaType: file.type || 'application/octet-stream', bytes: file.size };
  return isSent ? { ...facts, dataUrl: await dataUrl(file) } : facts;
}

function dataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
