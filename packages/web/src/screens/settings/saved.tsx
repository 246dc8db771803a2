import { Check, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { appState } from '../../state/per-session.ts';
import { Button } from '../../ui/button.tsx';
import { toastProblem } from '../../ui/toast.tsx';

/** What was saved last, and how to take it back. */
export interface Saved {
  /** Which one this is of all that were saved: the same words may be said twice. */
  readonly number: number;
  readonly what: string;
  readonly undo: (() => Promise<unknown>) | null;
}

/** What was saved last. */
const lastSaved = appState<Saved | null>(null);

/** Notes what was just saved; with `undo` it can be taken back from the line at the bottom. */
export function noteSaved(what: string, undo: Saved['undo'] = null): void {
  lastSaved.set({ number: (lastSaved.get()?.number ?? 0) + 1, what, undo });
}

/** `saved · Undo`: what was changed last, and the way back. */
export function SavedLine() {
  const saved = lastSaved.use();
  return (
    <div
      role="status"
      className="flex min-h-10 shrink-0 items-center justify-end gap-2 border-line border-t bg-surface px-4 py-1 text-ink-soft text-sm"
    >
      {saved === null ? (
        <span className="text-ink-faint text-xs">What you save can be undone here.</span>
      ) : (
        <Shown saved={saved} />
      )}
    </div>
  );
}

function Shown({ saved: { number, what, undo } }: { saved: Saved }) {
  const [undoing, setUndoing] = useState(false);
  const takeBack = async () => {
    if (undo === null) return;
    setUndoing(true);
    try {
      await undo();
      noteSaved(`${what}: undone`);
    } catch (error) {
      toastProblem(error);
    }
    setUndoing(false);
  };
  return (
    <>
      <Check className="size-4 shrink-0 text-normal" aria-hidden="true" />
      {/* The same words again are new ones: only so are they read out again. */}
      <span key={number} data-saved={number} className="min-w-0 truncate">
        Saved · {what}
      </span>
      {undo !== null && (
        <Button
          small
          kind="quiet"
          icon={<Undo2 />}
          label="Undo"
          className="text-accent"
          disabled={undoing}
          onClick={() => void takeBack()}
        />
      )}
    </>
  );
}
