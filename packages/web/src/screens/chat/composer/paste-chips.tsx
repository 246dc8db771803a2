import { expandPastes, type LongText, markOf } from '@tenfold/core';
import { ClipboardPaste, X } from 'lucide-react';
import { short } from '../../../ui/figures.ts';
import { Popover } from '../../../ui/popover.tsx';
import { ScrollText } from '../../../ui/scroll-text.tsx';

/** The long pastes of a draft, each under its mark with what it weighs; the whole text is a click away. */
export function PasteChips({
  pastes,
  tokens,
  onRemove,
}: {
  pastes: readonly LongText[];
  tokens: Readonly<Record<string, number>>;
  onRemove: (paste: LongText) => void;
}) {
  return pastes.map((paste) => {
    const mark = markOf(paste);
    const weight = tokens[mark];
    return (
      <span key={paste.number} className="inline-flex items-center rounded-lg border border-line bg-sunken text-xs">
        <Popover
          title={mark}
          side="top"
          trigger={
            <button type="button" className="inline-flex min-h-7 items-center gap-1.5 rounded-l-lg px-2 hover:bg-accent-soft">
              <ClipboardPaste className="size-3.5 text-ink-faint" aria-hidden="true" />
              <span className="font-mono">{mark}</span>
              <span className="text-ink-faint tabular-nums">
                {weight === undefined ? `${paste.text.length.toLocaleString('en-US')} characters` : `${short(weight)} tokens`}
              </span>
            </button>
          }
        >
          <p className="mb-2 text-ink-soft text-xs">It is sent in full where its mark stands.</p>
          <ScrollText text={expandPastes({ text: mark, pastes: [{ ...paste, at: 0 }], next: 0 })} label={mark} mono />
        </Popover>
        <button
          type="button"
          aria-label={`Remove ${mark}`}
          onClick={() => onRemove(paste)}
          className="inline-flex size-7 items-center justify-center rounded-r-lg text-ink-faint hover:bg-critical-soft hover:text-critical"
        >
          <X className="size-3.5" aria-hidden="true" />
        </button>
      </span>
    );
  });
}
