import { typeInto } from '@tenfold/core';
import { ArrowUp, Paperclip, Square } from 'lucide-react';
import { type RefObject, useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { joined } from '../../../ui/joined.ts';
import { Notice } from '../../../ui/notice.tsx';
import { toastProblem } from '../../../ui/toast.tsx';
import { CommandProblem } from './command-problem.tsx';
import { CompletionList } from './completion-list.tsx';
import { type Draft, draftText, EMPTY_DRAFT } from './draft.ts';
import type { DraftTokens } from './draft-tokens.ts';
import { FileChips } from './file-chips.tsx';
import { PasteChips } from './paste-chips.tsx';
import { readFiles } from './read-files.ts';
import { isCommand } from './slash.ts';
import { useCommand } from './use-command.ts';
import { useComposition } from './use-composition.ts';

/** Where one writes: words, long pastes under their marks, files, commands. */
export function Composer({
  session,
  draft,
  change,
  tokens,
  answering,
  fieldRef,
  onSend,
  onStop,
  onRewind,
}: {
  session: string;
  draft: Draft;
  change: (next: (draft: Draft) => Draft) => void;
  tokens: DraftTokens;
  answering: boolean;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  onSend: (draft: Draft) => void;
  onStop: () => void;
  onRewind: () => void;
}) {
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const [dropping, setDropping] = useState(false);
  const command = useCommand(session);
  const run = (line: string) => command.mutate(line, { onSuccess: () => change(() => EMPTY_DRAFT) });
  const send = (as: Draft) => {
    if (draftText(as).trim() === '' && as.files.length === 0) return;
    command.reset();
    change(() => EMPTY_DRAFT);
    onSend(as);
  };
  const submit = () => {
    const text = draftText(draft);
    if (isCommand(text) && draft.files.length === 0 && draft.edits === null) run(text.trim());
    else send(draft);
  };
  const field = useComposition({ draft, change, fieldRef, submit, answering, onStop, onRewind });
  const attach = (files: Iterable<File>) =>
    readFiles(files).then((read) => change((now) => ({ ...now, files: [...now.files, ...read] })), toastProblem);
  const listed = field.completions.length > 0;
  const empty = draft.composition.text.trim() === '' && draft.files.length === 0;
  return (
    <div className="relative mx-auto grid w-full max-w-3xl gap-2">
      {command.isError && (
        <CommandProblem
          error={command.error}
          line={draft.composition.text}
          onRun={run}
          onSend={() => send(draft)}
          onDismiss={() => command.reset()}
        />
      )}
      {draft.edits !== null && (
        <Notice
          actions={
            <Button small onClick={() => change(() => EMPTY_DRAFT)}>
              Cancel
            </Button>
          }
        >
          Writing message {draft.edits.position + 1} anew. Sending goes on from there on a new branch; the old one is kept.
        </Notice>
      )}
      {listed && (
        <CompletionList id={id} session={session} completions={field.completions} active={field.active} onTake={field.take} />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a second way; the button is the first. */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setDropping(true);
        }}
        onDragLeave={() => setDropping(false)}
        onDrop={(event) => {
          event.preventDefault();
          setDropping(false);
          void attach(event.dataTransfer.files);
        }}
        className={joined(
          'rounded-2xl border bg-surface shadow-sm focus-within:border-accent focus-within:ring-2 focus-within:ring-accent/20',
          dropping ? 'border-accent bg-accent-soft' : 'border-line-strong/50',
        )}
      >
        {(draft.composition.pastes.length > 0 || draft.files.length > 0) && (
          <div className="flex flex-wrap gap-1.5 px-3 pt-2.5">
            <PasteChips
              pastes={draft.composition.pastes}
              tokens={tokens.pastes}
              onRemove={(paste) =>
                change((now) => ({
                  ...now,
                  composition: typeInto(now.composition, paste.at, paste.at + `[LongText#${paste.number}]`.length, ''),
                }))
              }
            />
            <FileChips
              files={draft.files}
              onRemove={(file) => change((now) => ({ ...now, files: now.files.filter((one) => one !== file) }))}
            />
          </div>
        )}
        <textarea
          ref={fieldRef}
          aria-label="Message"
          placeholder="Write a message, or / for commands"
          rows={1}
          value={draft.composition.text}
          {...field.handlers}
          aria-autocomplete="list"
          {...(listed ? { 'aria-controls': id, 'aria-activedescendant': `${id}-${field.active}` } : {})}
          className="field-sizing-content block max-h-[40dvh] min-h-11 w-full resize-none bg-transparent px-4 pt-3 outline-none placeholder:text-ink-faint"
        />
        <div className="flex items-center gap-1 px-2 pb-2">
          <IconButton label="Attach files" icon={<Paperclip />} onClick={() => picker.current?.click()} />
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            onChange={(event) => {
              void attach(event.target.files ?? []);
              event.target.value = '';
            }}
          />
          <span className="flex-1 truncate px-1 text-ink-faint text-xs tabular-nums">
            {tokens.draft > 0 && `+${tokens.draft.toLocaleString('en-US')} tokens`}
          </span>
          {answering && (
            <Button small onClick={onStop} title="Stop the answer (Esc)">
              <Square className="size-3 fill-current" aria-hidden="true" />
              Stop
            </Button>
          )}
          <button
            type="button"
            aria-label="Send"
            title="Send (Enter)"
            disabled={empty || command.isPending}
            onClick={submit}
            className="inline-flex size-8 items-center justify-center rounded-full bg-accent text-on-accent transition-opacity disabled:opacity-30"
          >
            <ArrowUp className="size-4.5" aria-hidden="true" />
          </button>
        </div>
      </div>
    </div>
  );
}
