import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, isCommand } from '@tenfold/contract';
import { useId } from 'react';
import { call } from '../../../api/client.ts';
import { isOffline, Problem } from '../../../api/problem.ts';
import { SHOWS_PROBLEM } from '../../../queries/fetched.ts';
import { keys } from '../../../queries/keys.ts';
import { useStatus } from '../../../queries/session.ts';
import { connection } from '../../../state/connection.ts';
import { noteJob } from '../../../state/fold-watch.ts';
import { useSessionId } from '../../../state/session-id.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { CompletionList } from './completion-list.tsx';
import { ComposerFrame } from './composer-frame.tsx';
import { afterDraft, draftText, useDraft } from './draft.ts';
import { unknownCommand } from './slash.ts';
import { useComposition, type Writing } from './use-composition.ts';
import { type Draft, EMPTY_DRAFT } from './written.ts';

/** Where one writes: words, long pastes under their marks, files, commands. */
export function Composer({
  blocked,
  onSend,
  ...writing
}: Omit<Writing, 'submit'> & {
  /** A choice must be made before anything else is sent; commands still run. */
  blocked: boolean;
  onSend: (draft: Draft) => void;
}) {
  const [draft, change] = useDraft();
  const id = useId();
  const command = useCommand();
  const { data: status } = useStatus();
  const connected = connection.use();
  const navigate = useNavigate();
  const run = (line: string) => {
    // What was typed meanwhile stays.
    const clear = () => change((now) => (now === draft ? EMPTY_DRAFT : now));
    if (line !== '/settings') return command.mutate(line, { onSuccess: clear });
    clear();
    void navigate({ to: '/settings' });
  };
  const send = (as: Draft) => {
    if (draftText(as).trim() === '' && as.files.length === 0) return;
    command.reset();
    change(afterDraft);
    onSend(as);
  };
  const commands = isCommand(draftText(draft)) && draft.files.length === 0 && draft.edits === null;
  const submit = () => {
    const line = draftText(draft).trim();
    if (commands && command.isPending && command.variables === line) return;
    if (commands) run(line);
    else if (!blocked) send(draft);
  };
  const field = useComposition({ ...writing, submit });
  const listed = field.completions.length > 0;
  return (
    <div className="relative mx-auto grid w-full max-w-3xl gap-2">
      {command.isError && !(connected && isOffline(command.error)) && (
        <CommandProblem
          error={command.error}
          line={draft.composition.text}
          onRun={run}
          onSend={() => send(draft)}
          onDismiss={() => command.reset()}
        />
      )}
      {draft.edits !== null && (
        <Notice actions={<Button small label="Cancel" onClick={() => change(afterDraft)} />}>
          Editing message {draft.edits.position + 1}. Sending starts a new branch from there; the old one is kept.
        </Notice>
      )}
      {listed && <CompletionList id={id} completions={field.completions} active={field.active} onTake={field.take} />}
      <ComposerFrame
        {...writing}
        accept={acceptedFiles(status?.files)}
        busy={command.isPending || (blocked && !commands)}
        submit={field.submit}
      >
        <textarea
          ref={writing.fieldRef}
          aria-label="Message"
          placeholder="Write a message, or / for commands"
          rows={1}
          dir="auto"
          value={draft.composition.text}
          {...field.handlers}
          aria-autocomplete="list"
          {...(listed ? { 'aria-controls': id, 'aria-activedescendant': `${id}-${field.active}` } : {})}
          className="field-sizing-content block max-h-[40dvh] min-h-11 w-full resize-none bg-transparent px-4 pt-3 outline-none placeholder:text-ink-faint"
        />
      </ComposerFrame>
    </div>
  );
}

/** Endings of text files whose kind a browser does not know. */
const TEXT =
  'text/*,.md,.json,.jsonl,.csv,.yaml,.yml,.toml,.xml,.svg,.sql,.sh,.py,.rb,.go,.rs,.c,.h,.cpp,.java,.kt,.js,.jsx,.ts,.tsx,.php,.log';

/** What a file picker offers for a model that takes these media types; everything where nothing is known of it. */
function acceptedFiles(files: readonly string[] | null | undefined): string {
  return files === null || files === undefined ? '' : [...files, TEXT].join(',');
}

/** Runs a slash command; it never reaches the model. */
function useCommand() {
  const session = useSessionId();
  const client = useQueryClient();
  return useMutation({
    ...SHOWS_PROBLEM,
    mutationFn: async (line: string) => {
      const unknown = unknownCommand(line);
      if (unknown !== null) throw unknown;
      return call(api.commands.run, { session, body: { line } });
    },
    onSuccess: ({ message, job, checkpoint }) => {
      if (job !== undefined) noteJob(session, job);
      else toast(message);
      if (checkpoint !== undefined) void client.invalidateQueries({ queryKey: keys.checkpoints(session) });
    },
  });
}

/** Why a command did not run, with what would. The line stays in the composer. */
function CommandProblem({
  error,
  line,
  onRun,
  onSend,
  onDismiss,
}: {
  error: unknown;
  line: string;
  onRun: (line: string) => void;
  onSend: (text: string) => void;
  onDismiss: () => void;
}) {
  const code = error instanceof Problem ? error.code : '';
  const nearest = error instanceof Problem && typeof error.facts.nearest === 'string' ? error.facts.nearest : null;
  return (
    <ProblemNotice
      error={error}
      actions={
        <>
          {(code === 'below-floor' || code === 'nothing-to-gain') && (
            <Button small label="Run with --force" onClick={() => onRun(`${line.trim()} --force`)} />
          )}
          {code === 'unknown-command' && (
            <>
              {nearest !== null && <Button small label={`Run ${nearest}`} onClick={() => onRun(nearest)} />}
              <Button small label="Send it as a message" onClick={() => onSend(line)} />
            </>
          )}
          <Button small kind="quiet" label="Dismiss" onClick={onDismiss} />
        </>
      }
    />
  );
}
